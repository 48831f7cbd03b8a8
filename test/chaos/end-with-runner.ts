// Each test file runs in its own process. When the runner dies, even by SIGKILL, its channel closes.
// The processes that the test started must not outlive it.
process.once('disconnect', () => process.exit(1))
