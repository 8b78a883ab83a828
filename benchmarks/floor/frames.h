/* The little of WebSocket (RFC 6455) that the floor and the load generator need. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct frame {
    int opcode;
    int masked;
    uint8_t mask[4];
    uint8_t *payload;
    size_t length; /* of the payload */
    size_t whole;  /* of the frame */
};

/* 1: a whole frame is there; 0: more bytes are needed. */
static inline int frame_read(uint8_t *bytes, size_t count, struct frame *out) {
    if (count < 2) return 0;
    size_t at = 2, length = bytes[1] & 127;
    if (length == 126) {
        if (count < 4) return 0;
        length = (size_t)bytes[2] << 8 | bytes[3];
        at = 4;
    } else if (length == 127) {
        if (count < 10) return 0;
        length = 0;
        for (int i = 2; i < 10; i++) length = length << 8 | bytes[i];
        at = 10;
    }
    out->opcode = bytes[0] & 15;
    out->masked = bytes[1] >> 7;
    if (out->masked) {
        if (count < at + 4) return 0;
        memcpy(out->mask, bytes + at, 4);
        at += 4;
    }
    if (count < at + length) return 0;
    out->payload = bytes + at;
    out->length = length;
    out->whole = at + length;
    return 1;
}

static inline void frame_unmask(struct frame *frame) {
    for (size_t i = 0; i < frame->length; i++) frame->payload[i] ^= frame->mask[i & 3];
}

/* Returns the frame's length; the payload is shorter than 65,536 bytes. */
static inline size_t frame_write(uint8_t *to, int opcode, int masked, const void *payload, size_t length) {
    static const uint8_t mask[4] = {0x5a, 0x17, 0xc3, 0x6e};
    size_t at = 0;
    to[at++] = 128 | opcode;
    if (length < 126) {
        to[at++] = (masked << 7) | length;
    } else {
        to[at++] = (masked << 7) | 126;
        to[at++] = length >> 8;
        to[at++] = length & 255;
    }
    if (!masked) {
        memcpy(to + at, payload, length);
        return at + length;
    }
    memcpy(to + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < length; i++) to[at + i] = ((const uint8_t *)payload)[i] ^ mask[i & 3];
    return at + length;
}

#endif
