/* What a verifier pays that reads the whole file into a cJSON tree, before it has hashed anything. */
#include <cjson/cJSON.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    char *text = NULL;
    long size = -1;
    cJSON *tree = NULL;

    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0)
        text = malloc((size_t)size + 1);
    if (text) {
        rewind(file);
        if (fread(text, 1, (size_t)size, file) == (size_t)size)
            tree = cJSON_ParseWithLength(text, (size_t)size);
    }
    if (!tree) {
        fprintf(stderr, "tree: no JSON could be read\n");
        return 2;
    }
    printf("%d\n", cJSON_GetArraySize(tree));
    cJSON_Delete(tree);
    free(text);
    fclose(file);
    return 0;
}
