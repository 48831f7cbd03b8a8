import { randomUUID } from 'node:crypto'
import { inRoot } from '../scripts/paths.ts'
import { startServer } from '../scripts/serve-build.ts'
import { NodeSocket } from '../test/client/node-network.ts'
import { bundle, withStateDir } from './bar-server.ts'
import type { DialectName, Speaker } from './chat-load.ts'
import type { Address } from './enter.ts'
import { Child, findRuntime } from './processes.ts'

/** One of those that the room is compared with. */
export interface Relay {
  name: string
  dialect: DialectName
  /** The server process. */
  pid: number
  /** A new person's place in a bar. */
  seat: (bar: string) => Speaker
}

/** Serves a bare relay, one that commits each message, and Socket.IO as long as `use` takes. */
export function withRelays<T>(use: (relays: Relay[]) => Promise<T>): Promise<T> {
  return withStateDir(async (stateDir) => {
    const config = inRoot('bench/relays/wrangler.toml')
    const script = await bundle(inRoot('bench/relays/worker.ts'), `${stateDir}/bundle`)
    const server = await startServer({ stateDir, config, script })
    const socketIo = new Child('relays/socket-io.ts')
    try {
      const port = await socketIo.nextMessage<number>()
      const origin = `http://127.0.0.1:${port}`
      const committing = toSeat(server.origin, '/committing?')
      // The process is found by its open files: the committing relay makes one.
      await touch(committing('').address)
      const pid = findRuntime(stateDir)
      const bare = toSeat(server.origin, '/bare?')
      return await use([
        { name: 'bare relay', dialect: 'relay', pid, seat: bare },
        { name: 'a commit each', dialect: 'relay', pid, seat: committing },
        {
          name: 'Socket.IO',
          dialect: 'socketIo',
          pid: socketIo.pid,
          seat: toSeat(origin, '/socket.io/?EIO=4&transport=websocket&'),
        },
      ])
    } finally {
      socketIo.end()
      await server.stop()
    }
  })
}

const toSeat = (origin: string, path: string) => (bar: string) => {
  const id = randomUUID()
  const query = new URLSearchParams({ bar, person: id })
  return { id, address: { url: `${origin}${path}${query}`, protocols: [] } }
}

async function touch(address: Address): Promise<void> {
  const first = Promise.withResolvers<string>()
  const socket = await NodeSocket.open({ ...address, onFrame: first.resolve })
  await first.promise
  socket.close()
}
