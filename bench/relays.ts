import { randomUUID } from 'node:crypto'
import type { PublicPerson } from '#contract/person.ts'
import { inRoot } from '#scripts/paths.ts'
import { startServer } from '#scripts/serve.ts'
import { NodeSocket } from '#test/client/node-network.ts'
import { withStateDir } from './bar-server.ts'
import type { Speaker } from './chat-load.ts'
import { Child } from './child.ts'
import type { DIALECTS } from './dialects.ts'
import type { Address } from './enter.ts'
import { findRuntime } from './server-cpu.ts'

/** One of those that the room is compared with. */
export interface Relay {
  name: string
  dialect: keyof typeof DIALECTS
  /** Of the process that serves. */
  pid: number
  /** A place for somebody in a bar; who `joins` is announced to everybody there. */
  seat: (bar: string, joins?: PublicPerson) => Speaker
}

export interface Relays {
  bare: Relay
  committing: Relay
  socketIo: Relay & { process: Child }
}

export interface RelayOptions {
  /** In place of the relays' own entries, to count what they run. */
  script?: string
  socketIoScript?: string
  onOutput?: (text: string) => void
}

/** Serves them as long as `use` takes. */
export function withRelays<T>(
  use: (relays: Relays) => Promise<T>,
  { socketIoScript = 'relays/socket-io.ts', ...options }: RelayOptions = {},
): Promise<T> {
  return withStateDir(async (stateDir) => {
    const config = inRoot('bench/relays/wrangler.toml')
    const server = await startServer({ ...options, stateDir, config })
    const socketIo = new Child(socketIoScript)
    try {
      const port = await socketIo.hear<number>()
      const origin = `http://127.0.0.1:${port}`
      const committing = toSeat(server.origin, '/committing?')
      // Before anybody has stored anything there is no file by which to know the process.
      await touch(committing('').address)
      const pid = findRuntime(stateDir)
      const bare = toSeat(server.origin, '/bare?')
      return await use({
        bare: { name: 'bare relay', dialect: 'relay', pid, seat: bare },
        committing: { name: 'a commit each', dialect: 'relay', pid, seat: committing },
        socketIo: {
          ...{ name: 'Socket.IO', dialect: 'socketIo', pid: socketIo.pid, process: socketIo },
          seat: toSeat(origin, '/socket.io/?EIO=4&transport=websocket&'),
        },
      })
    } finally {
      socketIo.end()
      await server.stop()
    }
  })
}

const toSeat = (origin: string, path: string) => (bar: string, joins?: PublicPerson) => {
  const id = joins?.id ?? randomUUID()
  const query = new URLSearchParams({ bar, person: id })
  if (joins) query.set('joins', JSON.stringify(joins))
  return { id, address: { url: `${origin}${path}${query}`, protocols: [] } }
}

async function touch(address: Address): Promise<void> {
  const first = Promise.withResolvers<string>()
  const socket = await NodeSocket.open({ ...address, onFrame: first.resolve })
  await first.promise
  socket.close()
}
