#!/usr/bin/env bash
# The release tarball is the same twice, and a Debian package is built from it.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

version=$("$AERSCOPE" --version | sed -n '1s/^aerscope \([^ ]*\).*/\1/p')
tarball=aerscope-$version.tar.xz
# The second time with another clock, language and protection of new files.
for round in one two; do
    (
        test $round = one || { umask 077; export TZ=Asia/Tokyo LC_ALL=C; }
        cd "$top_builddir" && make -s dist >"$scratch/$round.log" 2>&1
    )
    ok $? "make dist, round $round" || diag "$(tail -5 "$scratch/$round.log")"
    mv -f "$top_builddir/$tarball" "$scratch/$round.tar.xz"
    sleep 1.1
done
cmp -s "$scratch/one.tar.xz" "$scratch/two.tar.xz"
ok $? "the tarball is the same twice"
(cd "$top_builddir" && umask 077 && SOURCE_DATE_EPOCH=1700000000 make -s dist >"$scratch/dated.log" 2>&1)
is "$?$(tar -tvf "$top_builddir/$tarball" --utc --full-time | awk '{ print $4, $5 }' | sort -u)" "02023-11-14 22:13:20" \
    "SOURCE_DATE_EPOCH is the time of all that is in it"
rm -f "$top_builddir/$tarball"
mkdir "$scratch/debian" && mv "$scratch/one.tar.xz" "$scratch/$tarball"

is "$(tar -tf "$scratch/$tarball" | sed 's,^[^/]*/,,' | grep -E '(~|\.o|\.log|\.pyc)$|^\.git|^src/aerscope$')" "" \
    "nothing that is built or kept by an editor is in it"

is "$(tar -tvf "$scratch/$tarball" | awk '{ print $2 }' | sort -u)" "0/0" "nobody owns it"
is "$(tar -tvf "$scratch/$tarball" | cut -c 1-10 | sort -u | tr '\n' ' ')" "-rw-r--r-- -rwxr-xr-x drwxr-xr-x " "everybody may read it"
is "$(tar -tf "$scratch/$tarball" | sed 's,/.*,,' | sort -u)" "aerscope-$version" "in one folder, named by the version"

if ! command -v dpkg-buildpackage >/dev/null || ! command -v dh >/dev/null; then
    skip "the Debian package" "dpkg-buildpackage or dh is not here"
    done_testing
    exit
fi

# Without optimisation: this is about what goes where, and that takes a minute less.
env -u CC -u CFLAGS -u MAKEFLAGS -u MAKELEVEL -u MFLAGS SOURCE_DATE_EPOCH=1700000000 MAINTAINER="Nobody <nobody@localhost>" \
    DEB_BUILD_OPTIONS="nocheck noopt parallel=2" DEB_BUILD_PROFILES=nocheck \
    "$top_srcdir/tests/debian/build.sh" "$scratch/$tarball" "$scratch/debian" -b >"$scratch/deb.log" 2>&1
ok $? "the Debian package builds" || diag "$(tail -15 "$scratch/deb.log")"
package=$(find "$scratch/debian" -name 'aerscope_*.deb')
listed=$(dpkg-deb -c "$package" | awk '{ print $6 }' | sed 's,^\./,,' | grep -v '/$' | LC_ALL=C sort)
for file in usr/bin/aerscope usr/share/man/man1/aerscope.1.gz usr/share/man/man1/aerscope-attack.1.gz \
    usr/share/man/man5/aerscope.5.gz usr/share/bash-completion/completions/aerscope \
    usr/share/zsh/site-functions/_aerscope usr/share/fish/vendor_completions.d/aerscope.fish \
    usr/share/doc/aerscope/aerscope.schema.json usr/share/doc/aerscope/samples/honest.json \
    usr/share/doc/aerscope/README.gz usr/share/doc/aerscope/changelog.gz; do
    grep -qx "$file" <<<"$listed"
    ok $? "it holds $file"
done
is "$(grep -vE '^usr/(bin|share)/' <<<"$listed")" "" "and nothing outside of usr/bin and usr/share"
dpkg-deb -x "$package" "$scratch/installed"
"$scratch/installed/usr/bin/aerscope" verify --quiet "$scratch/installed/usr/share/doc/aerscope/samples/honest.json"
is $? 3 "the program of the package examines a sample of the package"

if command -v lintian >/dev/null; then
    is "$(lintian --allow-root --fail-on=none "$package" 2>/dev/null | grep '^[EW]:' |
        grep -vE 'initial-upload-closes-no-bugs|bogus-mail-host|no-optimi[sz]ation|mail-address-loop')" "" "lintian has nothing against it"
else
    skip "lintian" "lintian is not here"
fi

done_testing
