// Stand-ins that Scripts/build-c links in: for functions that need a newer C library, or that linkers warn of. All are
// hidden from programs that use the library.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

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
