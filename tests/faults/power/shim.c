/* Writes down, in one order for all processes, everything that changes files below one folder: LD_PRELOAD=shim.so.
 *
 * VENTUNO_POWER_FOLDER is watched; VENTUNO_POWER_LOG, outside of it, gets the records that recording.py reads.
 * A lock is held over each operation and its record, so that the log has the order in which things happened.
 * What cannot be recorded (a mapping that is written through, a copy inside the kernel) is noted, so that a test
 * can say so. sync_file_range promises nothing and is left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 65536
#define WATCHED 1
#define SYNCS 2   /* opened so that every write is durable when it returns */
#define STREAM 4  /* written through stdio: its bytes are read back when it is synced or closed */

#define REAL(name) ((__typeof__(&name))real(#name))

struct record {
    uint32_t one, two; /* bytes of the first and second text that follow */
    uint64_t file, at; /* inode; offset or size */
    char kind;
} __attribute__((packed));

static char folder[4096];
static int log_file = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned char files[MOST_FILES];

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

__attribute__((constructor)) static void begin(void) {
    const char *watched = getenv("VENTUNO_POWER_FOLDER"), *log = getenv("VENTUNO_POWER_LOG");
    if (!watched || !log || !realpath(watched, folder)) return;
    int opened = REAL(open)(log, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    log_file = opened < 0 ? -1 : fcntl(opened, F_DUPFD_CLOEXEC, 900); /* out of the way of who counts from three */
    if (opened >= 0) REAL(close)(opened);
}

/* -- one order ------------------------------------------------------------------------------------------------ */

static void lock(short kind) { /* of the process (not inherited by a fork, gone when it dies), and of the thread */
    struct flock all = {.l_type = kind, .l_whence = SEEK_SET};
    if (kind == F_WRLCK) pthread_mutex_lock(&mutex);
    while (fcntl(log_file, F_SETLKW, &all) < 0 && errno == EINTR) {}
    if (kind == F_UNLCK) pthread_mutex_unlock(&mutex);
}

static void note(char kind, uint64_t file, uint64_t at, const void *one, size_t ones, const void *two, size_t twos) {
    struct record record = {.one = ones, .two = twos, .file = file, .at = at, .kind = kind};
    struct iovec parts[] = {{&record, sizeof record}, {(void *)one, ones}, {(void *)two, twos}};
    ssize_t whole = sizeof record + ones + twos;
    int before = errno;
    if (REAL(writev)(log_file, parts, 3) != whole) abort(); /* a log with a hole in it would prove nothing */
    errno = before;
}

/* -- which files ---------------------------------------------------------------------------------------------- */

static int is_below(const char *path) {
    size_t size = strlen(folder);
    return log_file >= 0 && size && !strncmp(path, folder, size) && (path[size] == '/' || !path[size]);
}

static int is_watched(int file) { return log_file >= 0 && file >= 0 && file < MOST_FILES && files[file]; }

static int absolute(int at, const char *path, char *out) { /* whether it lies below the folder */
    char base[4096] = "";
    if (path[0] == '/') {
        snprintf(out, 8192, "%s", path);
    } else {
        if (at == AT_FDCWD) {
            if (!getcwd(base, sizeof base)) return 0;
        } else {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", at);
            ssize_t size = readlink(link, base, sizeof base - 1);
            if (size < 0) return 0;
            base[size] = 0;
        }
        snprintf(out, 8192, "%s/%s", base, path);
    }
    return is_below(out);
}

static uint64_t inode(int file) {
    struct stat found;
    return fstat(file, &found) ? 0 : found.st_ino;
}

static void whole(int stream) { /* what a stream has written by now; it may be open for writing only */
    char link[64];
    struct stat found;
    snprintf(link, sizeof link, "/proc/self/fd/%d", stream);
    int file = REAL(open)(link, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    if (!fstat(file, &found)) {
        char *bytes = malloc(found.st_size + 1);
        ssize_t size = pread(file, bytes, found.st_size, 0);
        if (size > 0) note('w', found.st_ino, 0, NULL, 0, bytes, size);
        free(bytes);
    }
    REAL(close)(file);
}

/* -- opening and closing -------------------------------------------------------------------------------------- */

static int opened(int at, const char *path, int flags, mode_t mode) {
    char full[8192];
    if (log_file < 0 || !absolute(at, path, full)) return REAL(openat)(at, path, flags, mode);
    lock(F_WRLCK);
    struct stat before;
    int was = !lstat(full, &before);
    int file = REAL(openat)(at, path, flags, mode);
    if (file >= 0 && file < MOST_FILES) {
        files[file] = WATCHED | (flags & (O_SYNC | O_DSYNC) ? SYNCS : 0);
        struct stat now;
        fstat(file, &now);
        note(was ? 'o' : 'c', now.st_ino, S_ISDIR(now.st_mode), full, strlen(full), NULL, 0);
        if (was && (flags & O_TRUNC)) note('t', now.st_ino, 0, NULL, 0, NULL, 0);
    }
    lock(F_UNLCK);
    return file;
}

#define WITH_MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { WITH_MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { WITH_MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { WITH_MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { WITH_MODE(flags) return opened(at, path, flags, mode); }
int __open_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static FILE *stream(const char *path, const char *how, FILE *(*really)(const char *, const char *)) {
    char full[8192];
    if (!strpbrk(how, "wa+") || log_file < 0 || !absolute(AT_FDCWD, path, full)) return really(path, how);
    lock(F_WRLCK);
    struct stat before;
    int was = !lstat(full, &before);
    FILE *file = really(path, how);
    if (file && fileno(file) < MOST_FILES) {
        files[fileno(file)] = WATCHED | STREAM;
        note(was ? 'o' : 'c', inode(fileno(file)), 0, full, strlen(full), NULL, 0);
        if (was && how[0] == 'w') note('t', inode(fileno(file)), 0, NULL, 0, NULL, 0);
    }
    lock(F_UNLCK);
    return file;
}
FILE *fopen(const char *path, const char *how) { return stream(path, how, REAL(fopen)); }
FILE *fopen64(const char *path, const char *how) { return stream(path, how, REAL(fopen64)); }

int fclose(FILE *file) {
    int number = fileno(file);
    if (!is_watched(number)) return REAL(fclose)(file);
    lock(F_WRLCK);
    fflush(file);
    if (files[number] & STREAM) whole(number);
    files[number] = 0;
    int done = REAL(fclose)(file);
    lock(F_UNLCK);
    return done;
}

int close(int file) {
    if (file == log_file) return 0; /* who closes all files that they find open must not close this one */
    if (file >= 0 && file < MOST_FILES) files[file] = 0;
    return REAL(close)(file);
}

/* -- writing -------------------------------------------------------------------------------------------------- */

static void wrote(int file, off_t at, const struct iovec *parts, int count, ssize_t size) {
    char *bytes = malloc(size + 1);
    ssize_t got = 0;
    for (int part = 0; part < count && got < size; part++) {
        size_t take = parts[part].iov_len < (size_t)(size - got) ? parts[part].iov_len : (size_t)(size - got);
        memcpy(bytes + got, parts[part].iov_base, take);
        got += take;
    }
    note('w', inode(file), at, NULL, 0, bytes, size);
    free(bytes);
    if (files[file] & SYNCS) note('s', inode(file), 0, NULL, 0, NULL, 0);
}

static off_t end_of(int file, ssize_t size) { return lseek(file, 0, SEEK_CUR) - size; } /* right for O_APPEND too */

#define RECORDED(file, call, where, parts, count) \
    if (!is_watched(file)) return call; \
    lock(F_WRLCK); \
    ssize_t size = call; \
    if (size > 0) wrote(file, where, parts, count, size); \
    lock(F_UNLCK); \
    return size;

ssize_t write(int file, const void *bytes, size_t most) {
    struct iovec one = {(void *)bytes, most};
    RECORDED(file, REAL(write)(file, bytes, most), end_of(file, size), &one, 1)
}
ssize_t writev(int file, const struct iovec *parts, int count) {
    RECORDED(file, REAL(writev)(file, parts, count), end_of(file, size), parts, count)
}
ssize_t pwrite(int file, const void *bytes, size_t most, off_t at) {
    struct iovec one = {(void *)bytes, most};
    RECORDED(file, REAL(pwrite)(file, bytes, most, at), at, &one, 1)
}
ssize_t pwrite64(int file, const void *bytes, size_t most, off64_t at) { return pwrite(file, bytes, most, at); }
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) {
    RECORDED(file, REAL(pwritev)(file, parts, count, at), at, parts, count)
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t at) {
    return pwritev(file, parts, count, at);
}

#define SIZED(file, call, kind, size) \
    if (!is_watched(file)) return call; \
    lock(F_WRLCK); \
    int done = call; \
    if (!done) note(kind, inode(file), size, NULL, 0, NULL, 0); \
    lock(F_UNLCK); \
    return done;

int ftruncate(int file, off_t size) { SIZED(file, REAL(ftruncate)(file, size), 't', size) }
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int posix_fallocate(int file, off_t at, off_t size) { SIZED(file, REAL(posix_fallocate)(file, at, size), 'a', at + size) }
int posix_fallocate64(int file, off64_t at, off64_t size) { return posix_fallocate(file, at, size); }
int fallocate(int file, int mode, off_t at, off_t size) {
    SIZED(file, REAL(fallocate)(file, mode, at, size), mode ? '?' : 'a', at + size)
}
int fallocate64(int file, int mode, off64_t at, off64_t size) { return fallocate(file, mode, at, size); }

int truncate(const char *path, off_t size) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    int done = ftruncate(file, size);
    close(file);
    return done;
}
int truncate64(const char *path, off64_t size) { return truncate(path, size); }

/* -- making durable ------------------------------------------------------------------------------------------- */

#define SYNCED(file, call) \
    if (!is_watched(file)) return call; \
    lock(F_WRLCK); \
    if (files[file] & STREAM) whole(file); \
    int done = call; \
    if (!done) note('s', inode(file), 0, NULL, 0, NULL, 0); \
    lock(F_UNLCK); \
    return done;

int fsync(int file) { SYNCED(file, REAL(fsync)(file)) }
int fdatasync(int file) { SYNCED(file, REAL(fdatasync)(file)) }
static void all_synced(void) {
    if (log_file < 0) return;
    lock(F_WRLCK);
    note('S', 0, 0, NULL, 0, NULL, 0);
    lock(F_UNLCK);
}
int syncfs(int file) {
    int done = REAL(syncfs)(file);
    if (!done) all_synced();
    return done;
}
void sync(void) {
    REAL(sync)();
    all_synced();
}

/* -- names ---------------------------------------------------------------------------------------------------- */

static int named(char kind, int at, const char *path, int at_new, const char *path_new, int (*really)(void *), void *how) {
    char old[8192], new[8192] = "";
    int below = log_file >= 0 && absolute(at, path, old);
    below |= log_file >= 0 && path_new && absolute(at_new, path_new, new);
    if (!below) return really(how);
    lock(F_WRLCK);
    int done = really(how);
    struct stat made = {0};
    if (!done && kind == 'm') lstat(old, &made);
    if (!done) note(kind, made.st_ino, 0, old, strlen(old), new, strlen(new));
    lock(F_UNLCK);
    return done;
}

struct names { int at, at_new; const char *path, *path_new; int flags; };
#define NAMES(call) struct names *n = how; return call;
static int do_rename(void *how) { NAMES(REAL(renameat)(n->at, n->path, n->at_new, n->path_new)) }
static int do_link(void *how) { NAMES(REAL(linkat)(n->at, n->path, n->at_new, n->path_new, n->flags)) }
static int do_unlink(void *how) { NAMES(REAL(unlinkat)(n->at, n->path, n->flags)) }
static int do_mkdir(void *how) { NAMES(REAL(mkdirat)(n->at, n->path, n->flags)) }
static int do_symlink(void *how) { NAMES(REAL(symlinkat)(n->path_new, n->at, n->path)) }

int renameat(int at, const char *path, int at_new, const char *path_new) {
    struct names n = {at, at_new, path, path_new, 0};
    return named('r', at, path, at_new, path_new, do_rename, &n);
}
int rename(const char *path, const char *path_new) { return renameat(AT_FDCWD, path, AT_FDCWD, path_new); }
int linkat(int at, const char *path, int at_new, const char *path_new, int flags) {
    struct names n = {at, at_new, path, path_new, flags};
    return named('l', at, path, at_new, path_new, do_link, &n);
}
int link(const char *path, const char *path_new) { return linkat(AT_FDCWD, path, AT_FDCWD, path_new, 0); }
int unlinkat(int at, const char *path, int flags) {
    struct names n = {at, 0, path, NULL, flags};
    return named('u', at, path, 0, NULL, do_unlink, &n);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int mkdirat(int at, const char *path, mode_t mode) {
    struct names n = {at, 0, path, NULL, (int)mode};
    return named('m', at, path, 0, NULL, do_mkdir, &n);
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
int symlink(const char *target, const char *path) {
    struct names n = {AT_FDCWD, 0, path, target, 0};
    return named('?', AT_FDCWD, path, 0, NULL, do_symlink, &n);
}

/* -- what is only noted --------------------------------------------------------------------------------------- */

static void unseen(int file, const char *what) {
    lock(F_WRLCK);
    note('?', inode(file), 0, what, strlen(what), NULL, 0);
    lock(F_UNLCK);
}
static void *mapped(void *at, size_t size, int may, int flags, int file, off_t from) {
    void *done = REAL(mmap)(at, size, may, flags, file, from);
    if (done != MAP_FAILED && (may & PROT_WRITE) && (flags & MAP_SHARED) && is_watched(file)) unseen(file, "mmap");
    return done;
}
void *mmap(void *at, size_t size, int may, int flags, int file, off_t from) {
    return mapped(at, size, may, flags, file, from);
}
void *mmap64(void *at, size_t size, int may, int flags, int file, off64_t from) {
    return mapped(at, size, may, flags, file, from);
}
ssize_t sendfile(int to, int from, off_t *at, size_t size) {
    if (is_watched(to)) unseen(to, "sendfile");
    return REAL(sendfile)(to, from, at, size);
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t size) { return sendfile(to, from, at, size); }
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *where, size_t size, unsigned flags) {
    if (is_watched(to)) unseen(to, "copy_file_range");
    return REAL(copy_file_range)(from, at, to, where, size, flags);
}

/* -- what the process under test says itself ------------------------------------------------------------------ */

int power_mark(const char *said) {
    if (log_file < 0) return -1;
    lock(F_WRLCK);
    note('!', 0, 0, said, strlen(said), NULL, 0);
    lock(F_UNLCK);
    return 0;
}
