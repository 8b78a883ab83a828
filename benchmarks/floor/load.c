/* Many WebSocket clients in one thread: the load on the floor and on the house alike.
 *
 * Told what to do line by line on standard input; each line is answered with one line of JSON:
 *
 *   connect PORT COUNT PATH TOKENS   opens so many more connections; TOKENS is a file, a token a line, or `-`
 *   watch SLOT TEXT                  notices frames that hold the text (slots 0 to 7)
 *   reset                            forgets what was noticed and counted
 *   send FIRST COUNT TEMPLATE        a frame on each connection; `#` is its number, `@` a number never used before
 *   pump SLOT DEPTH EACH TEMPLATE    so many frames on each connection, so many of them unanswered at a time
 *   run SLOT COUNT MILLISECONDS      reads until so many connections have noticed SLOT, or the time is over
 *   text SLOT                        the last frame that connection 0 noticed
 *   spread SLOT                      when each connection noticed it: nanoseconds after the last frame was sent
 *   quit
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "frames.h"

enum { SLOTS = 8, BUFFER = 1 << 18, LINE = 8192, SLICE = 128, AT_ONCE = 200 };

struct client {
    int handle, upgraded;
    uint8_t *kept;
    size_t kept_length;
    unsigned noticed[SLOTS];
    uint64_t noticed_ns[SLOTS];
    unsigned left; /* frames still to be pumped */
};

static struct client *clients;
static int client_count, closed_count, poller;
static char patterns[SLOTS][256], *texts[SLOTS];
static int who_noticed[SLOTS];
static uint64_t total_noticed[SLOTS], first_ns[SLOTS], last_ns[SLOTS];
static uint64_t frames, bytes_read, first_sent_ns, last_sent_ns, unique;
static int pump_slot = -1;
static char pump_template[LINE];

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void write_all(int handle, const void *bytes, size_t count) {
    const uint8_t *from = bytes;
    while (count) {
        ssize_t sent = send(handle, from, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0) {
            if (errno != EAGAIN) return;
            struct pollfd one = {handle, POLLOUT, 0};
            poll(&one, 1, 1000);
            continue;
        }
        from += sent;
        count -= sent;
    }
}

static void send_frame(int number, const char *template) {
    char text[LINE];
    uint8_t out[LINE + 16];
    size_t length = 0;
    for (; *template && length < LINE - 32; template++) {
        if (*template == '#')
            length += sprintf(text + length, "%d", number);
        else if (*template == '@')
            length += sprintf(text + length, "%llu", (unsigned long long)unique++);
        else
            text[length++] = *template;
    }
    last_sent_ns = now_ns();
    if (!first_sent_ns) first_sent_ns = last_sent_ns;
    write_all(clients[number].handle, out, frame_write(out, 1, 1, text, length));
}

static void notice(struct client *client, int number, struct frame *frame) {
    frames++;
    for (int slot = 0; slot < SLOTS; slot++) {
        if (!patterns[slot][0] || !memmem(frame->payload, frame->length, patterns[slot], strlen(patterns[slot]))) continue;
        uint64_t now = now_ns();
        if (!client->noticed[slot]++) who_noticed[slot]++;
        if (!total_noticed[slot]++) first_ns[slot] = now;
        client->noticed_ns[slot] = last_ns[slot] = now;
        if (total_noticed[slot] == 1 || number == 0) {
            texts[slot] = realloc(texts[slot], frame->length + 1);
            memcpy(texts[slot], frame->payload, frame->length);
            texts[slot][frame->length] = 0;
        }
        if (slot == pump_slot && client->left) {
            client->left--;
            send_frame(number, pump_template);
        }
    }
}

static void lost(struct client *client) {
    epoll_ctl(poller, EPOLL_CTL_DEL, client->handle, NULL);
    close(client->handle);
    client->handle = -1;
    closed_count++;
}

static void receive(int number) {
    static uint8_t buffer[BUFFER * 5];
    struct client *client = &clients[number];
    if (client->handle < 0) return;
    if (client->kept_length > BUFFER * 4) { lost(client); return; }
    memcpy(buffer, client->kept, client->kept_length);
    ssize_t count = recv(client->handle, buffer + client->kept_length, BUFFER, MSG_DONTWAIT);
    if (count <= 0) {
        if (count == 0 || errno != EAGAIN) lost(client);
        return;
    }
    bytes_read += count;
    size_t length = client->kept_length + count, at = 0;
    if (!client->upgraded) {
        uint8_t *end = memmem(buffer, length, "\r\n\r\n", 4);
        if (end && memcmp(buffer, "HTTP/1.1 101", 12) == 0) {
            client->upgraded = 1;
            at = end + 4 - buffer;
        } else if (end) {
            fprintf(stderr, "refused: %.*s\n", (int)(length > 300 ? 300 : length), (char *)buffer);
            lost(client);
            return;
        }
    }
    struct frame frame;
    while (client->upgraded && frame_read(buffer + at, length - at, &frame)) {
        at += frame.whole;
        if (frame.opcode == 9) {
            uint8_t out[256];
            write_all(client->handle, out, frame_write(out, 10, 1, frame.payload, frame.length & 127));
        } else if (frame.opcode == 8) {
            lost(client);
            return;
        } else {
            notice(client, number, &frame);
        }
    }
    if (length - at > client->kept_length) client->kept = realloc(client->kept, length - at);
    client->kept_length = length - at;
    memcpy(client->kept, buffer + at, client->kept_length);
}

static void read_ready(int wait_ms) {
    struct epoll_event ready[512];
    int count = epoll_wait(poller, ready, 512, wait_ms);
    for (int i = 0; i < count; i++) receive(ready[i].data.u32);
}

static int upgraded_count(int from) {
    int count = 0;
    for (int i = from; i < client_count; i++) count += clients[i].upgraded || clients[i].handle < 0;
    return count;
}

static void connect_one(int port, const char *path, const char *token) {
    int handle = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char hello[1024];
    if (connect(handle, (struct sockaddr *)&there, sizeof there)) { perror("connect"); exit(1); }
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    int length = snprintf(hello, sizeof hello,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%s%s%s\r\n",
        path, port, *token ? "Authorization: Bearer " : "", token, *token ? "\r\n" : "");
    struct client *client = &clients[client_count];
    memset(client, 0, sizeof *client);
    client->handle = handle;
    struct epoll_event wanted = {.events = EPOLLIN, .data.u32 = client_count++};
    write_all(handle, hello, length);
    epoll_ctl(poller, EPOLL_CTL_ADD, handle, &wanted);
}

static void open_connections(int port, int count, const char *path, const char *tokens) {
    FILE *file = strcmp(tokens, "-") ? fopen(tokens, "r") : NULL;
    int first = client_count;
    char token[256] = "";
    uint64_t until = now_ns() + 300ull * 1000000000ull;
    clients = realloc(clients, sizeof *clients * (client_count + count));
    for (int i = 0; file && i < first; i++)
        if (!fgets(token, sizeof token, file)) break; /* those were used before */
    for (int i = 0; i < count; i++) {
        if (file && !fgets(token, sizeof token, file)) break;
        token[strcspn(token, "\r\n")] = 0;
        connect_one(port, path, token);
        while (client_count - first - upgraded_count(first) >= AT_ONCE && now_ns() < until) read_ready(100);
    }
    while (upgraded_count(first) < client_count - first && now_ns() < until) read_ready(100);
    if (file) fclose(file);
    printf("{\"connected\":%d,\"closed\":%d}\n", upgraded_count(first), closed_count);
}

static void reset(void) {
    for (int i = 0; i < client_count; i++) memset(clients[i].noticed, 0, sizeof clients[i].noticed);
    memset(who_noticed, 0, sizeof who_noticed);
    memset(total_noticed, 0, sizeof total_noticed);
    memset(first_ns, 0, sizeof first_ns);
    memset(last_ns, 0, sizeof last_ns);
    frames = bytes_read = first_sent_ns = last_sent_ns = 0;
    pump_slot = -1;
}

static void report(int slot) {
    printf("{\"clients\":%d,\"noticed\":%llu,\"frames\":%llu,\"bytes\":%llu,\"closed\":%d,"
           "\"first_ns\":%llu,\"last_ns\":%llu,\"first_sent_ns\":%llu,\"last_sent_ns\":%llu,\"now_ns\":%llu}\n",
           who_noticed[slot], (unsigned long long)total_noticed[slot], (unsigned long long)frames,
           (unsigned long long)bytes_read, closed_count, (unsigned long long)first_ns[slot],
           (unsigned long long)last_ns[slot], (unsigned long long)first_sent_ns, (unsigned long long)last_sent_ns,
           (unsigned long long)now_ns());
}

static void send_to(int first, int count, const char *template) {
    for (int i = 0; i < count; i++) {
        if (clients[first + i].handle >= 0) send_frame(first + i, template);
        if (i % SLICE == SLICE - 1) read_ready(0);
    }
}

static void pump(int slot, int depth, int each, const char *template) {
    strncpy(pump_template, template, LINE - 1);
    pump_slot = slot;
    for (int i = 0; i < client_count; i++) clients[i].left = each - depth;
    for (int round = 0; round < depth; round++) send_to(0, client_count, template);
    uint64_t until = now_ns() + 120ull * 1000000000ull, wanted = (uint64_t)each * client_count;
    while (total_noticed[slot] < wanted && now_ns() < until && closed_count < client_count) read_ready(50);
    pump_slot = -1;
    report(slot);
}

static void spread(int slot) {
    printf("[");
    for (int i = 0; i < client_count; i++)
        printf("%s%lld", i ? "," : "",
               clients[i].noticed[slot] ? (long long)(clients[i].noticed_ns[slot] - last_sent_ns) : -1ll);
    printf("]\n");
}

int main(void) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    poller = epoll_create1(0);
    setvbuf(stdout, NULL, _IOFBF, 1 << 20);
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        int a, b, c, end = 0;
        char path[256], tokens[1024];
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "connect %d %d %255s %1023s", &a, &b, path, tokens) == 4) {
            open_connections(a, b, path, tokens);
        } else if (sscanf(line, "watch %d %n", &a, &end) == 1 && end) {
            strncpy(patterns[a & 7], line + end, sizeof patterns[0] - 1);
            printf("{}\n");
        } else if (!strcmp(line, "reset")) {
            reset();
            printf("{}\n");
        } else if (sscanf(line, "send %d %d %n", &a, &b, &end) == 2 && end) {
            send_to(a, b, line + end);
            printf("{\"last_sent_ns\":%llu}\n", (unsigned long long)last_sent_ns);
        } else if (sscanf(line, "pump %d %d %d %n", &a, &b, &c, &end) == 3 && end) {
            pump(a & 7, b, c, line + end);
        } else if (sscanf(line, "run %d %d %d", &a, &b, &c) == 3) {
            uint64_t until = now_ns() + (uint64_t)c * 1000000ull;
            while (who_noticed[a & 7] < b && now_ns() < until) read_ready(5);
            report(a & 7);
        } else if (sscanf(line, "text %d", &a) == 1) {
            printf("%s\n", texts[a & 7] ? texts[a & 7] : "{}");
        } else if (sscanf(line, "spread %d", &a) == 1) {
            spread(a & 7);
        } else if (!strcmp(line, "quit")) {
            return 0;
        } else {
            printf("{\"error\":\"not understood\"}\n");
        }
        fflush(stdout);
    }
    return 0;
}
