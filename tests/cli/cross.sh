#!/usr/bin/env bash
# Built for another machine, and run by qemu: its units, the samples, the vectors and the encodings. Some minutes, so it
# is asked for: CROSS=aarch64-linux-gnu make check TESTS=tests/cli/cross.sh (Debian: crossbuild-essential-arm64,
# qemu-user, and the libraries of that architecture).
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

none()
{
    skip "a build for another machine" "$1"
    done_testing
    exit
}
test -n "${CROSS:-}" || none "CROSS names none"
command -v "$CROSS-gcc" >/dev/null || none "$CROSS-gcc is not here"
machine=qemu-${CROSS%%-*}
command -v "$machine" >/dev/null || none "$machine is not here"
test ! -e "$top_srcdir/config.status" || none "the source is configured for a build in it"

mkdir "$scratch/build" && cd "$scratch/build" || exit 1
PKG_CONFIG_LIBDIR=/usr/lib/$CROSS/pkgconfig:/usr/share/pkgconfig "$top_srcdir/configure" -q --host="$CROSS" \
    --disable-dependency-tracking >log 2>&1
ok $? "configure --host=$CROSS" || diag "$(tail -5 log)"
units=
grep -q '^HAVE_CMOCKA_TRUE = $' Makefile && units=$(sed -n 's/^\t\(tests\/unit\/test_[a-z0-9_]*\) .*/\1/p' "$top_srcdir/Makefile.am" | sort -u)
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -j2 all $units >log 2>&1
ok $? "it builds" || diag "$(tail -5 log)"

printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$machine" "$PWD/src/aerscope" >"$scratch/aerscope"
chmod +x "$scratch/aerscope"
exits 0 "it runs" "$scratch/aerscope" --version

if test -n "$units"; then
    for unit in $units; do
        said=$(top_builddir=$PWD "$machine" "$unit" 2>&1)
        is "$?$(grep '^not ok' <<<"$said")" 0 "$unit" || diag "$(tail -5 <<<"$said")"
    done
else
    skip "units" "libcmocka is not here for that machine"
fi
for test in samples vectors conformance digest differential; do
    said=$(AERSCOPE=$scratch/aerscope top_builddir=$PWD bash "$top_srcdir/tests/cli/$test.sh" 2>&1)
    is "$?$(grep '^not ok' <<<"$said")" 0 "$test: $(grep -c '^ok' <<<"$said")" || diag "$(grep -A3 '^not ok' <<<"$said" | head -5)"
done

done_testing
