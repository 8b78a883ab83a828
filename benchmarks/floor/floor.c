/* The floor: the least a server can do. One thread, epoll, no rules, no memory of anything.
 *
 *   floor [frame bytes]      prints its port, then serves until it is killed
 *
 * A frame that begins with `F` is fanned out: one prebuilt frame is written to every connection.
 * Any other frame is unmasked, looked at, and answered with a small frame.
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
#include <unistd.h>

#include "frames.h"

enum { MOST = 65536, BUFFER = 16384, KEPT = 1024 };

struct connection {
    int upgraded;
    size_t kept; /* bytes of a frame that is not whole yet */
    uint8_t bytes[KEPT];
};

static struct connection *connections[MOST];
static int open_sockets[MOST], open_count;
static int place_of[MOST];
static uint8_t event_frame[BUFFER];
static size_t event_length;
static const char UPGRADE[] =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

static void write_all(int handle, const void *bytes, size_t count) {
    const uint8_t *from = bytes;
    while (count) {
        ssize_t sent = send(handle, from, count, MSG_NOSIGNAL);
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

static void hang_up(int handle) {
    if (connections[handle]->upgraded) {
        int last = open_sockets[--open_count];
        open_sockets[place_of[handle]] = last;
        place_of[last] = place_of[handle];
    }
    free(connections[handle]);
    connections[handle] = NULL;
    close(handle);
}

static void answer(int handle, struct frame *frame) {
    static const char done[] = "{\"type\":\"Done\",\"id\":\"0000000000\"}";
    uint8_t out[64];
    frame_unmask(frame);
    if (frame->length && frame->payload[0] == 'F') {
        for (int i = 0; i < open_count; i++) write_all(open_sockets[i], event_frame, event_length);
        return;
    }
    write_all(handle, out, frame_write(out, 1, 0, done, sizeof done - 1));
}

static void receive(int handle) {
    static uint8_t buffer[BUFFER + KEPT];
    struct connection *from = connections[handle];
    memcpy(buffer, from->bytes, from->kept);
    ssize_t count = recv(handle, buffer + from->kept, BUFFER, 0);
    if (count <= 0) {
        if (count == 0 || errno != EAGAIN) hang_up(handle);
        return;
    }
    size_t length = from->kept + count, at = 0;
    from->kept = 0;
    if (!from->upgraded) {
        if (!memmem(buffer, length, "\r\n\r\n", 4)) { hang_up(handle); return; }
        from->upgraded = 1;
        place_of[handle] = open_count;
        open_sockets[open_count++] = handle;
        write_all(handle, UPGRADE, sizeof UPGRADE - 1);
        return;
    }
    struct frame frame;
    while (frame_read(buffer + at, length - at, &frame)) {
        if (frame.opcode == 8) { hang_up(handle); return; }
        answer(handle, &frame);
        at += frame.whole;
    }
    if (length - at > KEPT) { hang_up(handle); return; }
    from->kept = length - at;
    memcpy(from->bytes, buffer + at, from->kept);
}

int main(int argc, char **argv) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);

    size_t size = argc > 1 ? (size_t)atoi(argv[1]) : 300;
    uint8_t payload[BUFFER];
    memset(payload, 'x', sizeof payload);
    memcpy(payload, "FANNED OUT", 10);
    event_length = frame_write(event_frame, 1, 0, payload, size);

    int listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), one = 1;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t here_length = sizeof here;
    if (bind(listening, (struct sockaddr *)&here, sizeof here) || listen(listening, 4096)) return perror("floor"), 1;
    getsockname(listening, (struct sockaddr *)&here, &here_length);
    printf("%d\n", ntohs(here.sin_port));
    fflush(stdout);

    int poller = epoll_create1(0);
    struct epoll_event wanted = {.events = EPOLLIN, .data.fd = listening}, ready[512];
    epoll_ctl(poller, EPOLL_CTL_ADD, listening, &wanted);
    for (;;) {
        int count = epoll_wait(poller, ready, 512, -1);
        for (int i = 0; i < count; i++) {
            int handle = ready[i].data.fd;
            if (handle != listening) {
                receive(handle);
                continue;
            }
            while ((handle = accept4(listening, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                if (handle >= MOST) { close(handle); continue; }
                setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                connections[handle] = calloc(1, sizeof(struct connection));
                wanted.data.fd = handle;
                epoll_ctl(poller, EPOLL_CTL_ADD, handle, &wanted);
            }
        }
    }
}
