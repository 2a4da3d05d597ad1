#include "app/app.h"

#include <locale.h>

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    return app_run(argc, argv);
}
