/*
 * Records what a process does to the files below a folder: every write, and every sync. Preload it
 * with LD_PRELOAD. POWER_CUT_FOLDER names the folder, and POWER_CUT_RECORD the file of the record.
 * If POWER_CUT_AT is set, the process dies before that operation is on record.
 * It knows the calls that Node.js makes. A test proves that it misses none.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, MKDIR, REMOVE, RENAME, WRITE, SIZE, SYNC };

struct header {
  uint32_t type, path_length, path2_length, unused;
  uint64_t inode, at, length;
};

#define MOST_FILES 65536
/* The inode of each open file below the folder. */
static uint64_t tracked[MOST_FILES];
static int record = -1;
static char folder[PATH_MAX];
static size_t folder_length;
static long left = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("POWER_CUT_RECORD"), *below = getenv("POWER_CUT_FOLDER");
  if (!path || !below) return;
  folder_length = strlen(strcpy(folder, below));
  record = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (record < 0) abort();
  if (getenv("POWER_CUT_AT")) left = atol(getenv("POWER_CUT_AT"));
}

static int is_below(const char *path) {
  return record >= 0 && strncmp(path, folder, folder_length) == 0 &&
         (path[folder_length] == '/' || path[folder_length] == 0);
}

static uint64_t inode_of(int fd) {
  struct stat found;
  return fstat(fd, &found) ? 0 : found.st_ino;
}

/* Not every close of a file is seen, and a socket may then get its number. */
static int is_tracked(int fd) {
  return fd >= 0 && fd < MOST_FILES && tracked[fd] && tracked[fd] == inode_of(fd);
}

static void put(uint32_t type, uint64_t inode, const char *path, const char *path2, uint64_t at,
                uint64_t length, const void *data) {
  if (left > 0 && --left == 0) kill(getpid(), SIGKILL);
  struct header header = {type, path ? strlen(path) : 0, path2 ? strlen(path2) : 0, 0,
                          inode, at, length};
  struct iovec parts[] = {{&header, sizeof header},
                          {(void *)path, header.path_length},
                          {(void *)path2, header.path2_length},
                          {(void *)data, data ? length : 0}};
  static ssize_t (*real)(int, const struct iovec *, int);
  if (!real) real = dlsym(RTLD_NEXT, "writev");
  if (real(record, parts, 4) < 0) abort();
}

static int opened(int fd, const char *path, int flags, int existed) {
  if (fd < 0 || fd >= MOST_FILES) return fd;
  tracked[fd] = is_below(path) ? inode_of(fd) : 0;
  if (!tracked[fd]) return fd;
  if (!existed) put(CREATE, tracked[fd], path, 0, 0, 0, 0);
  else if (flags & O_TRUNC) put(SIZE, tracked[fd], 0, 0, 0, 0, 0);
  return fd;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    pthread_mutex_lock(&mutex); \
    int existed = !(flags & O_CREAT) || access(path, F_OK) == 0; \
    int fd = opened(real(path, flags, mode), path, flags, existed); \
    int error = errno; \
    pthread_mutex_unlock(&mutex); \
    errno = error; \
    return fd; \
  }
OPEN(open)
OPEN(open64)

/* Runs a call, and then puts it on record if it succeeded. */
#define RECORDED(type, call, put_on_record) \
  pthread_mutex_lock(&mutex); \
  type result = call; \
  int error = errno; \
  if (result >= 0) put_on_record; \
  pthread_mutex_unlock(&mutex); \
  errno = error; \
  return result

#define IF(condition, name, type, put_on_record, ...) \
  REAL(name); \
  if (!(condition)) return real(__VA_ARGS__); \
  RECORDED(type, real(__VA_ARGS__), put_on_record)

static void put_write(int fd, uint64_t at, ssize_t length, const void *data) {
  put(WRITE, inode_of(fd), 0, 0, at, length, data);
}

ssize_t write(int fd, const void *data, size_t length) {
  IF(is_tracked(fd), write, ssize_t,
     put_write(fd, lseek(fd, 0, SEEK_CUR) - result, result, data), fd, data, length);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) {
  IF(is_tracked(fd), pwrite64, ssize_t, put_write(fd, at, result, data), fd, data, length, at);
}

static void put_parts(int fd, uint64_t at, ssize_t left, const struct iovec *parts, int count) {
  for (int index = 0; index < count && left > 0; index++) {
    ssize_t length = left < (ssize_t)parts[index].iov_len ? left : (ssize_t)parts[index].iov_len;
    put_write(fd, at, length, parts[index].iov_base);
    at += length;
    left -= length;
  }
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  IF(is_tracked(fd), writev, ssize_t,
     put_parts(fd, lseek(fd, 0, SEEK_CUR) - result, result, parts, count), fd, parts, count);
}

int ftruncate64(int fd, off64_t size) {
  IF(is_tracked(fd), ftruncate64, int, put(SIZE, inode_of(fd), 0, 0, size, 0, 0), fd, size);
}

/* A sync covers what was written before it began, and is on record once it is over. */
int fsync(int fd) { IF(is_tracked(fd), fsync, int, put(SYNC, inode_of(fd), 0, 0, 0, 0, 0), fd); }
int fdatasync(int fd) {
  IF(is_tracked(fd), fdatasync, int, put(SYNC, inode_of(fd), 0, 0, 0, 0, 0), fd);
}

int rename(const char *from, const char *to) {
  IF(is_below(from), rename, int, put(RENAME, 0, from, to, 0, 0, 0), from, to);
}
int unlink(const char *path) {
  IF(is_below(path), unlink, int, put(REMOVE, 0, path, 0, 0, 0, 0), path);
}
int rmdir(const char *path) {
  IF(is_below(path), rmdir, int, put(REMOVE, 0, path, 0, 0, 0, 0), path);
}

static void put_mkdir(const char *path) {
  struct stat found;
  if (!stat(path, &found)) put(MKDIR, found.st_ino, path, 0, 0, 0, 0);
}
int mkdir(const char *path, mode_t mode) {
  IF(is_below(path), mkdir, int, put_mkdir(path), path, mode);
}
