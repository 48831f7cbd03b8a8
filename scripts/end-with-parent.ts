// Preloaded into a child process, whose standard input is a pipe that its parent holds. When the
// parent is gone, even by SIGKILL, the pipe ends, and the child ends its whole process group.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.stdin.on('end', () => process.kill(-process.pid, 'SIGKILL')).resume()
}
