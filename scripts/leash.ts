// Preloaded into the local server. Standard input is a pipe that its parent holds: when the parent
// is gone, even by SIGKILL, the pipe ends, and with it this whole process group.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.stdin.on('end', () => process.kill(-process.pid, 'SIGKILL')).resume()
}
