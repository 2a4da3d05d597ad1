#!/usr/bin/env bash
# make install: each directory of the GNU standards is where it is said to be, under DESTDIR, under another name of the
# program and for a user who may write nowhere else; and uninstalling leaves no file.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR

# made TARGET VARIABLE=VALUE...
made()
{
    make -C "$top_builddir" -s --no-print-directory "$@" >"$scratch/log" 2>&1
}
# files DIRECTORY: what is below it.
files()
{
    (cd "$1" 2>/dev/null && find . ! -type d | sed 's,^\.,,' | LC_ALL=C sort)
}
samples=$(cd "$top_srcdir/samples" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort)
# wanted BINDIR MANDIR DOCDIR DATADIR [PREFIX]: what is to be there.
wanted()
{
    printf '%s\n' "$1/${5-}aerscope" "$2/man1/${5-}aerscope.1" "$2/man1/${5-}aerscope-attack.1" "$2/man5/${5-}aerscope.5" \
        "$3/aerscope.schema.json" $(sed "s,^,$3/samples/," <<<"$samples") "$4/bash-completion/completions/${5-}aerscope" \
        "$4/fish/vendor_completions.d/${5-}aerscope.fish" "$4/zsh/site-functions/_${5-}aerscope" | LC_ALL=C sort
}

root="$scratch/a root"
usual="prefix=/p exec_prefix=/p bindir=/p/bin datarootdir=/p/share datadir=/p/share mandir=/p/share/man docdir=/p/share/doc/aerscope"
made install DESTDIR="$root" $usual
ok $? "make install" || diag "$(tail -5 "$scratch/log")"
is "$(files "$root")" "$(wanted /p/bin /p/share/man /p/share/doc/aerscope /p/share)" "all of it under the prefix"
is "$(cd "$root" && find . ! -type d ! -perm -444)" "" "for everybody to read"
is "$(cd "$root" && find . -perm /022 ! -type l)" "" "and for nobody else to write"
is "$(grep -rlF "$scratch" "$root" | grep -v '/bin/')" "" "nothing knows of DESTDIR"
"$root/p/bin/aerscope" verify --quiet "$root/p/share/doc/aerscope/samples/honest.json"
is $? 3 "the installed program examines an installed sample"
made uninstall DESTDIR="$root" $usual
is "$?$(files "$root")" 0 "make uninstall leaves no file"
test ! -e "$root/p/share/doc/aerscope"
ok $? "nor its own folder"

# One at a time: only what belongs there moves.
each="bindir=/else/bin mandir=/else/man docdir=/else/doc datadir=/else/data bashcompletiondir=/else/bash
    fishcompletiondir=/else/fish zshcompletiondir=/else/zsh"
for change in $each; do
    to=${change#*=}
    rm -rf "$scratch/one"
    made install DESTDIR="$scratch/one" $usual "$change"
    ok $? "make install $change" || diag "$(tail -5 "$scratch/log")"
    case $change in
        bindir=*) want=$(wanted $to /p/share/man /p/share/doc/aerscope /p/share) ;;
        mandir=*) want=$(wanted /p/bin $to /p/share/doc/aerscope /p/share) ;;
        docdir=*) want=$(wanted /p/bin /p/share/man $to /p/share) ;;
        datadir=*) want=$(wanted /p/bin /p/share/man /p/share/doc/aerscope $to) ;;
        bash*) want=$(wanted /p/bin /p/share/man /p/share/doc/aerscope /p/share | sed "s,^.*/bash-completion/completions,$to,") ;;
        fish*) want=$(wanted /p/bin /p/share/man /p/share/doc/aerscope /p/share | sed "s,^.*/fish/vendor_completions.d,$to,") ;;
        zsh*) want=$(wanted /p/bin /p/share/man /p/share/doc/aerscope /p/share | sed "s,^.*/zsh/site-functions,$to,") ;;
    esac
    is "$(files "$scratch/one")" "$(LC_ALL=C sort <<<"$want")" "$change: what belongs there, and nothing else, is there"
    made uninstall DESTDIR="$scratch/one" $usual "$change"
    is "$?$(files "$scratch/one")" 0 "$change: and can be taken away"
done

# Under another name.
made install DESTDIR="$scratch/named" $usual "program_transform_name=s,^,my-,"
ok $? "make install with a prefix of the program's name" || diag "$(tail -5 "$scratch/log")"
is "$(files "$scratch/named")" "$(wanted /p/bin /p/share/man /p/share/doc/aerscope /p/share my-)" \
    "program, manual and completions have it"
"$scratch/named/p/bin/my-aerscope" --version >"$scratch/out"
ok $? "it runs under that name"
made uninstall DESTDIR="$scratch/named" $usual "program_transform_name=s,^,my-,"
is "$?$(files "$scratch/named")" 0 "uninstalled by that name"

# What configure is given reaches the Makefile.
mkdir "$scratch/configured" && cd "$scratch/configured" || exit 1
if test -e "$top_srcdir/config.status"; then
    skip "what configure is given" "the source is configured for a build in it"
elif "$top_srcdir/configure" -q --prefix=/o --bindir=/o/b --mandir=/o/m --docdir=/o/d --datadir=/o/s --program-prefix=x- \
    --program-suffix=-1 --disable-dependency-tracking >log 2>&1; then
    is "$(make -s --no-print-directory -f Makefile -f - told <<'END'
told:
	@echo '$(prefix) $(bindir) $(mandir) $(docdir) $(datadir) $(bashcompletiondir)' && \
	    echo aerscope | sed '$(transform)'
END
    )" "/o /o/b /o/m /o/d /o/s /o/s/bash-completion/completions
x-aerscope-1" "configure takes the directories and the name"
else
    ok 1 "configure" || diag "$(tail -5 log)"
fi

# By a user who may write nowhere but there.
if test "$(id -u)" -eq 0 && command -v setpriv >/dev/null; then
    chmod 755 "$scratch" && mkdir -m 700 "$scratch/theirs" && chown 65534:65534 "$scratch/theirs"
    if setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$top_builddir/Makefile"; then
        (umask 022 && setpriv --reuid=65534 --regid=65534 --clear-groups \
            make -C "$top_builddir" -s install DESTDIR="$scratch/theirs" $usual) >"$scratch/log" 2>&1
        ok $? "make install by another user" || diag "$(tail -5 "$scratch/log")"
        is "$(files "$scratch/theirs")" "$(wanted /p/bin /p/share/man /p/share/doc/aerscope /p/share)" "all of it"
    else
        skip "another user" "the build tree is closed to others"
    fi
elif test "$(id -u)" -ne 0; then
    ok 0 "this was not run by root"
else
    skip "another user" "setpriv is not here"
fi

done_testing
