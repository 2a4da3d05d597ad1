#!/usr/bin/env bash
# What configure asked the compiler and the linker for is in the program.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

if ! readelf -hlW "$AERSCOPE" >"$scratch/head" 2>/dev/null; then
    skip "hardening" "no readelf, or no ELF program"
    done_testing
fi
readelf -dW "$AERSCOPE" >"$scratch/dynamic"
readelf --dyn-syms -W "$AERSCOPE" >"$scratch/symbols"
flags=" $(sed -n 's/^AER_\(CFLAGS\|LDFLAGS\|CPPFLAGS\) = //p' "$top_builddir/Makefile" | tr '\n' ' ') "

# wants FLAG FILE REGEX NAME: where configure took the flag, a line of the file matches.
wants()
{
    case $flags in
    *" $1 "*) grep -Eq -- "$3" "$scratch/$2"; ok $? "$4" ;;
    *) skip "$4" "configured without $1" ;;
    esac
}

wants -pie head 'Type: +DYN' "position independent"
wants -Wl,-z,relro head 'GNU_RELRO' "relocations are read-only"
wants -Wl,-z,now dynamic 'BIND_NOW|FLAGS.*NOW' "all of them, before it starts"
wants -Wl,-z,noexecstack head 'GNU_STACK .* RW ' "the stack is not executable"
wants -fstack-protector-strong symbols '__stack_chk_fail' "the stack is guarded"
wants -D_FORTIFY_SOURCE=2 symbols '__[a-z]+_chk(@|$)' "calls of the C library are checked"
is "$(grep -E 'LOAD .* RWE ' "$scratch/head")" "" "nothing is writable and executable"
is "$(grep -E '(RPATH|RUNPATH|TEXTREL)' "$scratch/dynamic")" "" "no path of libraries, no text relocations"
case $(sed -n 's/^ *Machine: *//p' "$scratch/head") in
*X86-64*)
    # The mark that holds for the whole program is lost where the C library's own beginning has it not.
    readelf -nW "$top_builddir/src/main.o" >"$scratch/notes" 2>/dev/null
    wants -fcf-protection notes 'IBT' "targets of indirect jumps are marked"
    wants -fcf-protection notes 'SHSTK' "returns can be held against a shadow stack"
    ;;
esac
# Without a word about it on configure's line, all of it is asked for.
case $flags in
*-fsanitize=*) skip "asked for by default" "built with a sanitizer" ;;
*)
    if grep -q 'disable-hardening\|enable-hardening=no' "$top_builddir/config.log"; then
        skip "asked for by default" "configured without"
    else
        like "$flags" ' -fstack-protector-strong .* -Wl,-z,now ' "asked for by default"
    fi
    ;;
esac

done_testing
