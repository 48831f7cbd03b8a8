// A test file runs in a process of its own. When the runner is gone, even by SIGKILL, its channel
// closes; what the test had started must not outlive it.
process.once('disconnect', () => process.exit(1))
