#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H
#include <stdint.h>
/// The number of heap allocations of this process so far, by all threads.
int64_t allocation_count(void);
#endif
