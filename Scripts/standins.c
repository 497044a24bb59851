// Stand-ins that Scripts/build-c links in: for functions that need a newer C library, or that linkers warn of. All are
// hidden from programs that use the library.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#ifndef FOR_OLD_GLIBC
// glibc has new versions since 2.35. The wider type cannot overflow.
double hypot(double x, double y) { return (double)sqrtl((long double)x * x + (long double)y * y); }
float hypotf(float x, float y) { return (float)sqrt((double)x * x + (double)y * y); }

// Foundation opens such a file with O_EXCL.
char *mktemp(char *path) {
  static const char signs[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  size_t length = strlen(path), place = length;
  while (place > 0 && path[place - 1] == 'X') place--;
  for (int attempt = 0; length - place >= 6 && attempt < 100; attempt++) {
    unsigned char random[64];
    size_t count = length - place < sizeof random ? length - place : sizeof random;
    if (getrandom(random, count, 0) != (ssize_t)count) break;
    for (size_t i = 0; i < count; i++) path[place + i] = signs[random[i] % (sizeof signs - 1)];
    if (access(path, F_OK) != 0 && errno == ENOENT) return path;
  }
  errno = EINVAL;
  path[0] = 0;
  return path;
}

#else
// Before glibc 2.33 these were parts of each program.
#include <sys/stat.h>

#ifdef __x86_64__
enum { format = 1 };
#else
enum { format = 0 };
#endif
int __xstat(int, const char *, struct stat *);
int __fxstat(int, int, struct stat *);
int __lxstat(int, const char *, struct stat *);
int __fxstatat(int, int, const char *, struct stat *, int);

int stat(const char *path, struct stat *status) { return __xstat(format, path, status); }
int fstat(int file, struct stat *status) { return __fxstat(format, file, status); }
int lstat(const char *path, struct stat *status) { return __lxstat(format, path, status); }
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  return __fxstatat(format, folder, path, status, flags);
}
// With 64 bits they are the same.
int stat64(const char *path, void *status) { return __xstat(format, path, status); }
int fstat64(int file, void *status) { return __fxstat(format, file, status); }
int lstat64(const char *path, void *status) { return __lxstat(format, path, status); }

// New in 2.29; only Foundation's Process calls it, which the library does not use.
int posix_spawn_file_actions_addchdir_np(void *actions, const char *path) {
  (void)actions, (void)path;
  return ENOSYS;
}
// New in GCC 11: an array of a negative size, for which the runtime of Swift has no handler.
void _ZSt28__throw_bad_array_new_lengthv(void) { abort(); }
#endif
