# Writes the completion of a shell from the preprocessed table.in: awk -v shell=bash|zsh|fish.
# The name of the program is @PROGRAM@, for the installation to replace.

function fail(why) { print "generate.awk: " why | "cat 1>&2"; failed = 1; exit 1 }

function trim(s) { gsub(/^[ \t\n]+|[ \t\n]+$/, "", s); return s }

# The text of C's adjacent string literals.
function literal(s)
{
    s = trim(s)
    if (s == "0" || s == "NULL" || s ~ /void *\*/)
        return ""
    gsub(/"[ \t\n]+"/, "", s)
    gsub(/^["']|["']$/, "", s)
    gsub(/\\"/, "\"", s)
    return s
}

# The first sentence, without its stop and of a length that a menu has room for.
function brief(s)
{
    if (match(s, /\.( |$)/))
        s = substr(s, 1, RSTART - 1)
    if (length(s) <= 76)
        return s
    s = substr(s, 1, 74)
    sub(/[ ,:;(]+[^ ]*$/, "", s)
    return s "..."
}

# Which commands an expression of FOR_... names, as " verify diff ".
function commands_of(s,    part, n, i, all)
{
    n = split(s, part, /[^A-Z_]+/)
    for (i = 1; i <= n; i++)
        if (part[i] ~ /^FOR_/) {
            if (!(part[i] in set))
                fail("no set of commands is called " part[i])
            all = all set[part[i]]
        }
    return all
}

# Several of the words may stand with commas between.
function is_list(argument) { return argument ~ /^[a-z]+(,[a-z]+)+$/ }

# The words that an option takes as they stand: those of "yes|no|unknown", not of "A-B" or "FILE".
function words_of(argument,    part, n, i, all)
{
    n = split(argument, part, /[|]/)
    for (i = 1; i <= n; i++)
        if (n > 1 && part[i] ~ /^[a-z0-9]+$/)
            all = all (all == "" ? "" : " ") part[i]
    if (is_list(argument)) {
        all = argument
        gsub(/,/, " ", all)
    }
    return all
}

function takes_file(argument) { return argument ~ /(^|\|)(FILE|DIR$)/ }

function takes(option, c) { return index(option_commands[option], " " command_name[c] " ") > 0 }

# Words of --format for a command; of any other option for every command.
function words_for(o, c)
{
    return option_name[o] == "format" ? format_words[command_name[c]] : option_words[o]
}

function read_sets(text,    line, n, i, name, value)
{
    n = split(text, line, /[,{}]/)
    for (i = 1; i <= n; i++) {
        if (line[i] !~ /FOR_[A-Z]+[ \n]*=/)
            continue
        name = value = line[i]
        sub(/[ \n]*=.*/, "", name)
        sub(/^[^=]*=/, "", value)
        name = trim(name)
        if (value ~ /COMMAND_COUNT/)
            set[name] = all_commands
        else if (match(value, /COMMAND_[A-Z]+/))
            set[name] = " " tolower(substr(value, RSTART + 8, RLENGTH - 8)) " "
        else
            set[name] = commands_of(value)
    }
}

function read_command(row,    cell)
{
    split(row, cell, / @ /)
    commands++
    command_name[commands] = literal(cell[2])
    command_operands[commands] = literal(cell[3])
    command_does[commands] = brief(literal(cell[4]))
    all_commands = all_commands " " command_name[commands] " "
}

function read_option(row,    cell)
{
    split(row, cell, / @ /)
    options++
    option_name[options] = literal(cell[1])
    option_letter[options] = literal(cell[2])
    option_argument[options] = literal(cell[3])
    option_commands[options] = commands_of(cell[4])
    option_help[options] = brief(literal(cell[5]))
    option_words[options] = words_of(option_argument[options])
    # "[=FROM]" may be left out.
    option_kind[options] = option_argument[options] == "" ? "flag" : \
        option_argument[options] ~ /^\[/ ? "optional" : "needed"
}

function read_formats(row,    cell, words)
{
    split(row, cell, / @ /)
    words = literal(cell[2])
    gsub(/,/, "", words)
    format_words[tolower(trim(cell[1]))] = words
}

function head(mark)
{
    print mark "Completion of @PROGRAM@ for " shell ", made from the tables of its options and commands."
}

# The options whose argument may be the next word.
function needed_joined(between,    o, s)
{
    for (o = 1; o <= options; o++)
        if (option_kind[o] == "needed")
            s = s between "--" option_name[o] (option_letter[o] == "" ? "" : between "-" option_letter[o])
    return substr(s, length(between) + 1)
}

function commands_joined(between,    c, s)
{
    for (c = 1; c <= commands; c++)
        s = s between command_name[c]
    return substr(s, length(between) + 1)
}

# --- bash

function bash_option_words(c,    o, s)
{
    for (o = 1; o <= options; o++)
        if (takes(o, c)) {
            s = s " --" option_name[o] (option_kind[o] == "needed" ? "=" : "")
            if (option_letter[o] != "")
                s = s " -" option_letter[o]
        }
    return substr(s, 2)
}

function bash_values(    o, c, words)
{
    for (o = 1; o <= options; o++) {
        if (option_kind[o] == "flag")
            continue
        if (option_name[o] == "format") {
            for (c = 1; c <= commands; c++)
                if (format_words[command_name[c]] != "")
                    printf "    %s:--format) words='%s' ;;\n", command_name[c], format_words[command_name[c]]
            continue
        }
        words = option_words[o]
        printf "    *:--%s%s) %s%s ;;\n", option_name[o],
            (option_letter[o] == "" ? "" : " | *:-" option_letter[o]),
            (words == "" ? "words=" : "words='" words "'") (is_list(option_argument[o]) ? " list=yes" : ""),
            (takes_file(option_argument[o]) ? " files=yes" : "")
    }
}

function write_bash(    c)
{
    head("# ")
    print "_@FUNCTION@()"
    print "{"
    print "    local cur=${COMP_WORDS[COMP_CWORD]} prev= command=view i word skip= words= files= list= option="
    print "    COMPREPLY=()"
    print "    # The command is the first word that is neither an option nor the argument of one."
    print "    for ((i = 1; i < COMP_CWORD; i++)); do"
    print "        word=${COMP_WORDS[i]}"
    print "        if [[ $word == = ]]; then skip=yes; continue; fi"
    print "        if [[ -n $skip ]]; then skip=; continue; fi"
    print "        case $word in"
    print "        " needed_joined(" | ") ")"
    print "            [[ ${COMP_WORDS[i + 1]} == = ]] || skip=yes ;;"
    print "        -*) ;;"
    print "        *)"
    print "            case $word in"
    print "            " commands_joined(" | ") ") command=$word ;;"
    print "            esac"
    print "            break ;;"
    print "        esac"
    print "    done"
    print "    # The option whose argument is being written: after \"--option =\" or \"--option\"."
    print "    ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}"
    print "    if [[ $cur == = ]]; then option=$prev cur="
    print "    elif [[ $prev == = ]]; then option=${COMP_WORDS[COMP_CWORD - 2]}"
    print "    else"
    print "        case $prev in"
    print "        " needed_joined(" | ") ") option=$prev ;;"
    print "        esac"
    print "    fi"
    print "    if [[ -n $option ]]; then"
    print "        case $command:$option in"
    bash_values()
    print "        esac"
    print "        if [[ -n $list && $cur == *,* ]]; then"
    print "            # Behind a comma, those that are not there yet."
    print "            word=${cur%,*}, list=$words words="
    print "            for i in $list; do [[ ,$word == *,$i,* ]] || words+=\" $word$i\"; done"
    print "        fi"
    print "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))"
    print "        if [[ -n $files ]]; then _@FUNCTION@_files; fi"
    print "        return"
    print "    fi"
    print "    if [[ $cur == -* ]]; then"
    print "        case $command in"
    for (c = 1; c <= commands; c++)
        printf "        %s) words='%s' ;;\n", command_name[c], bash_option_words(c)
    print "        esac"
    print "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))"
    print "        [[ ${#COMPREPLY[@]} -ne 1 || $COMPREPLY != *= ]] || compopt -o nospace 2>/dev/null"
    print "        return"
    print "    fi"
    print "    if ((i >= COMP_CWORD)) || [[ $command == help ]]; then"
    print "        COMPREPLY=($(compgen -W \"" commands_joined(" ") "\" -- \"$cur\"))"
    print "    fi"
    print "    [[ $command == help ]] || _@FUNCTION@_files"
    print "}"
    print "_@FUNCTION@_files()"
    print "{"
    print "    local name"
    print "    compopt -o filenames 2>/dev/null"
    print "    while IFS= read -r name; do COMPREPLY+=(\"$name\"); done < <(compgen -f -- \"$cur\")"
    print "}"
    print "complete -F _@FUNCTION@ @PROGRAM@"
}

# --- zsh

function zsh_quoted(s)
{
    gsub(/'/, "'\\''", s)
    return "'" s "'"
}

function zsh_text(s)
{
    gsub(/\\/, "\\\\", s)
    gsub(/[\[\]:]/, "\\\\&", s)
    return s
}

function zsh_action(o, c,    words)
{
    words = words_for(o, c)
    if (words != "" && takes_file(option_argument[o]))
        return "_alternative \"words:word:(" words ")\" \"files:file:_files\""
    if (is_list(option_argument[o]))
        return "_values -s , judgement " words
    return words != "" ? "(" words ")" : takes_file(option_argument[o]) ? "_files" : " "
}

function zsh_option(o, c,    spec, help)
{
    help = "[" zsh_text(option_help[o]) "]"
    if (option_kind[o] == "needed")
        spec = ":" zsh_text(option_argument[o]) ":" zsh_action(o, c)
    else if (option_kind[o] == "optional")
        spec = "::" zsh_text(option_argument[o]) ": "
    print "            " zsh_quoted("*--" option_name[o] (option_kind[o] == "needed" ? "=" : \
        option_kind[o] == "optional" ? "=-" : "") help spec) " \\"
    if (option_letter[o] != "")
        print "            " zsh_quoted("*-" option_letter[o] (option_kind[o] == "needed" ? "+" : "") help spec) " \\"
}

function zsh_operands(c)
{
    if (command_name[c] == "help")
        return "            '1:command:_@FUNCTION@_commands'"
    return "            '*:" tolower(zsh_text(command_operands[c])) ":_files'"
}

function write_zsh(    c, o)
{
    print "#compdef @PROGRAM@"
    head("# ")
    print "_@FUNCTION@_commands()"
    print "{"
    print "    local -a commands=("
    for (c = 1; c <= commands; c++)
        print "        " zsh_quoted(zsh_text(command_name[c]) ":" command_does[c])
    print "    )"
    print "    _describe -t commands command commands"
    print "}"
    print "_@FUNCTION@()"
    print "{"
    print "    local command=view word"
    print "    local -i at=0 i"
    print "    for ((i = 2; i < CURRENT; i++)); do"
    print "        word=${words[i]}"
    print "        case $word in"
    print "        " needed_joined(" | ") ") ((i++)); continue ;;"
    print "        -*) continue ;;"
    print "        " commands_joined(" | ") ") command=$word at=i ;;"
    print "        esac"
    print "        break"
    print "    done"
    print "    if ((at)); then"
    print "        words[at]=()"
    print "        ((CURRENT--))"
    print "    elif ((i == CURRENT)) && [[ ${words[CURRENT]} != -* ]]; then"
    print "        _alternative 'commands:command:_@FUNCTION@_commands' 'files:timeline:_files'"
    print "        return"
    print "    fi"
    print "    case $command in"
    for (c = 1; c <= commands; c++) {
        print "    " command_name[c] ")"
        print "        _arguments -s \\"
        for (o = 1; o <= options; o++)
            if (takes(o, c))
                zsh_option(o, c)
        print zsh_operands(c) " ;;"
    }
    print "    esac"
    print "}"
    print "if [[ ${funcstack[1]} == _@PROGRAM@ ]]; then _@FUNCTION@ \"$@\"; else compdef _@FUNCTION@ @PROGRAM@; fi"
}

# --- fish

function fish_quoted(s)
{
    gsub(/\\/, "\\\\", s)
    gsub(/'/, "\\'", s)
    return "'" s "'"
}

function names_joined(names,    part, n, i, s)
{
    n = split(names, part, " ")
    for (i = 1; i <= n; i++)
        s = s " " part[i]
    return s
}

function fish_option(o, names, words,    line)
{
    line = "complete -c @PROGRAM@ -n '__@FUNCTION@_is" names_joined(names) "'" " -l " option_name[o]
    if (option_letter[o] != "")
        line = line " -s " option_letter[o]
    if (option_kind[o] == "needed")
        line = line (takes_file(option_argument[o]) ? " -r -F" : " -x")
    if (words != "")
        line = line " -a " fish_quoted(words)
    print line " -d " fish_quoted(option_help[o])
}

function write_fish(    c, o)
{
    head("# ")
    print "function __@FUNCTION@_command"
    print "    set -l skip"
    print "    for word in (commandline -opc)[2..]"
    print "        if set -q skip[1]"
    print "            set skip"
    print "            continue"
    print "        end"
    print "        switch $word"
    print "            case " needed_joined(" ")
    print "                set skip yes"
    print "                continue"
    print "            case '-*'"
    print "                continue"
    print "            case " commands_joined(" ")
    print "                echo $word"
    print "                return"
    print "        end"
    print "        echo view"
    print "        return"
    print "    end"
    print "    echo none"
    print "end"
    print "function __@FUNCTION@_is"
    print "    contains -- (string replace none view (__@FUNCTION@_command)) $argv"
    print "end"
    print "function __@FUNCTION@_first"
    print "    test (__@FUNCTION@_command) = none"
    print "end"
    for (c = 1; c <= commands; c++)
        print "complete -c @PROGRAM@ -n __@FUNCTION@_first -a " command_name[c] " -d " fish_quoted(command_does[c])
    print "complete -c @PROGRAM@ -f -n '__@FUNCTION@_is help' -a '" commands_joined(" ") "'"
    for (o = 1; o <= options; o++) {
        if (option_name[o] != "format") {
            fish_option(o, option_commands[o], option_words[o] (is_list(option_argument[o]) ? " " option_argument[o] : ""))
            continue
        }
        for (c = 1; c <= commands; c++)
            if (takes(o, c))
                fish_option(o, " " command_name[c] " ", format_words[command_name[c]])
    }
}

{ whole = whole $0 "\n" }

END {
    if (failed)
        exit 1
    first = index(whole, "@COMMAND@")
    if (first == 0)
        fail("no table of commands was read")
    rows = split(substr(whole, first), row, /@COMMAND@/)
    # The last of them holds the options and all that follows.
    rest = row[rows]
    for (r = 2; r < rows; r++)
        read_command(row[r])
    rows = split(rest, row, /@(OPTION|FORMAT|END)@/)
    read_command(row[1])
    read_sets(substr(whole, 1, first - 1))
    for (r = 2; r <= rows; r++)
        if (split(row[r], cell, / @ /) == 5)
            read_option(row[r])
        else if (split(row[r], cell, / @ /) == 2)
            read_formats(row[r])
    if (commands < 2 || options < 2)
        fail("the tables hold next to nothing")
    if (shell == "bash")
        write_bash()
    else if (shell == "zsh")
        write_zsh()
    else if (shell == "fish")
        write_fish()
    else
        fail("no shell is called '" shell "'")
}
