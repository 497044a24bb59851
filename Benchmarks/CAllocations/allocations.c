// Counts heap allocations by standing in front of the C library's allocator (glibc only).
#include "CAllocations.h"
#include <stdatomic.h>
#include <stddef.h>

static _Atomic int64_t count;

int64_t allocation_count(void) { return atomic_load(&count); }

#if defined(__GLIBC__)
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_calloc(number, size);
}
void *realloc(void *old, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **pointer, size_t alignment, size_t size) {
  atomic_fetch_add(&count, 1);
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : 12;
}
#endif
