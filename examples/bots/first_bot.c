/* A bot for farmtable in one file, with nothing but the C library: it takes the last of its legal actions.
 *
 * cc -o first_bot examples/bots/first_bot.c
 * farmtable simulate aehre --bots stdio:./first_bot,greedy
 *
 * It wants nothing but the list of legal actions, so a message holds no text of others in which a key could
 * stand, and looking for keys is enough. A bot that wants more reads JSON with a library.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is(const char *line, const char *type) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"type\":\"%s\"", type);
    return strstr(line, wanted) != NULL;
}

/* The number after the last `key`, or -1. */
static long last_number(const char *line, const char *key) {
    const char *found = NULL;
    for (const char *next = line; (next = strstr(next, key)) != NULL; next += strlen(key)) {
        found = next + strlen(key);
    }
    return found == NULL ? -1 : strtol(found, NULL, 10);
}

static void answer(long id, long action) {
    printf("{\"type\":\"action\",\"id\":%ld,\"action\":%ld}\n", id, action);
}

int main(void) {
    long id = 0, action = 0;
    char *line = NULL;
    size_t room = 0;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* every line is sent at once */
    while (getline(&line, &room, stdin) > 0) {
        if (is(line, "hello")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"first bot in C\",\"wants\":[\"legal\"]}");
        } else if (is(line, "new_game")) {
            if (strstr(line, "\"legal\"") == NULL) { /* as under evaluate, unless its name says legal=on */
                fputs("it needs the list of legal actions; call it stdio:legal=on:...\n", stderr);
                return 1;
            }
            puts("{\"type\":\"ready\"}");
        } else if (is(line, "choose")) {
            id = last_number(line, "\"id\":");
            action = last_number(line, "\"action\":");
            answer(id, action);
        } else if (is(line, "refused")) {
            fputs(line, stderr);
            if (last_number(line, "\"tries\":") > 0) {
                answer(id, action);
            }
        } else if (is(line, "quit")) {
            break;
        }
    }
    free(line);
    return 0;
}
