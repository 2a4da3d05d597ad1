#include "app/commands.h"

#include "app/complain.h"
#include "app/sandbox.h"
#include "report/sheet.h"

static void put_title(struct sheet *p, const char *title)
{
    sheet_blank(p);
    sheet_heading(p, title, "");
}

static void put_paragraph(struct sheet *p, size_t indent, const char *text)
{
    sheet_say(p, "%s", text);
    sheet_prose(p, indent, indent);
}

static void put_usage(struct sheet *p, enum command c)
{
    const struct command_spec *spec = &command_spec[c];

    sheet_say(p,
              c == COMMAND_VIEW ? "  aerscope [%s] [OPTION...] %s" : "  aerscope %s [OPTION...] %s",
              spec->name, spec->operands);
    sheet_line(p);
}

static void put_option(struct sheet *p, const struct option_spec *spec)
{
    sheet_say(p, "  ");
    if (spec->letter != 0)
        sheet_say(p, "-%c, ", spec->letter);
    sheet_say(p, "--%s", spec->name);
    if (spec->argument != NULL)
        sheet_say(p, spec->argument[0] == '[' ? "%s" : "=%s", spec->argument);
    sheet_line(p);
    put_paragraph(p, 6, spec->help);
}

static void put_command_help(struct sheet *p, enum command c)
{
    sheet_heading(p, "Usage", "");
    put_usage(p, c);
    sheet_blank(p);
    put_paragraph(p, 0, command_spec[c].does);
    put_title(p, "Options");
    for (int i = 0; i < OPTION_COUNT; i++)
        if ((option_spec[i].commands >> c & 1) != 0)
            put_option(p, &option_spec[i]);
    put_title(p, "Exit status");
    put_paragraph(p, 2, command_spec[c].status);
}

static void put_general_help(struct sheet *p)
{
    put_paragraph(p, 0,
                  "aerscope inspects hash-chained timelines of tool calls by AI agents (AER-1) and "
                  "gives four judgements, each for itself: timeline, endpoint, coverage, outcome.");
    put_title(p, "Usage");
    for (int c = 0; c < COMMAND_COUNT; c++) {
        put_usage(p, (enum command)c);
        put_paragraph(p, 6, command_spec[c].does);
    }
    sheet_blank(p);
    put_paragraph(p, 0,
                  "Options stand anywhere on the line; aerscope help COMMAND lists those that a "
                  "command takes. A lone - is standard input. See aerscope(1) and aerscope(5).");
}

static int unknown_command(const char *name)
{
    complain("there is no command '%s'%s; aerscope help lists them", shown(name).text,
             command_meant(name));
    return 2;
}

int cmd_help(const struct options *o)
{
    enum command about = o->named && o->help ? o->command : COMMAND_COUNT;
    struct output out;
    struct sheet sheet;

    if (o->command == COMMAND_HELP && o->operands > 0) {
        about = command_named(o->operand[0]);
        if (about == COMMAND_COUNT)
            return unknown_command(o->operand[0]);
    }
    if (command_output(&out, o) != 0)
        return 2;
    sheet_init(&sheet, &out.out, complain_utf8(), false);
    if (about == COMMAND_COUNT)
        put_general_help(&sheet);
    else
        put_command_help(&sheet, about);
    sheet_release(&sheet);
    return command_done(&out, 0);
}

int cmd_version(const struct options *o)
{
    struct output out;
    char sandbox[SANDBOX_TEXT];

    if (command_output(&out, o) != 0)
        return 2;
    sandbox_says(sandbox);
    out_adds(&out.out, TOOL_NAME " " PACKAGE_VERSION "\nprofile " TOOL_PROFILE
                                 ", an individual draft without standing in the IETF,\n"
                                 "expires 1 April 2027; later revisions are not evaluated\nsandbox ");
    out_adds(&out.out, sandbox);
    out_addc(&out.out, '\n');
    return command_done(&out, 0);
}
