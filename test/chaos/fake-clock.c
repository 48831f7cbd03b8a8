/*
 * Preloaded into a server, puts its wall clock so many seconds ahead of the true time as stand in the
 * file that FAKE_CLOCK names. Nothing but system calls: workerd's allocator runs before anything else
 * is ready. libfaketime looks its symbols up at that moment, which allocates, and nothing ever starts.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long none = 0;

static long seconds_ahead(void) {
  static const volatile long *ahead = NULL;
  if (ahead == NULL) {
    const char *path = getenv("FAKE_CLOCK");
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    if (file >= 0) syscall(SYS_close, file);
    ahead = page == MAP_FAILED ? &none : page;
  }
  return *ahead;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int failed = (int)syscall(SYS_clock_gettime, clock, time);
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    time->tv_sec += seconds_ahead();
  return failed;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  int failed = (int)syscall(SYS_gettimeofday, time, zone);
  if (failed == 0) time->tv_sec += seconds_ahead();
  return failed;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}
