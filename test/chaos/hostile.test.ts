import { globSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { inLanes } from '#test/client/in-lanes.ts'
import { bundleMutant } from '#test/mutants/mutation.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import type { Crowd } from './crowd.ts'
import { withCrowd } from './crowd.ts'
import { enter } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import type { Named } from './hostile-bytes.ts'
import { aRequest, someFrames } from './hostile-bytes.ts'
import { HOSTILE_MUTANTS } from './mutants.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes, isFull } = inject('chaos')

const AT_ONCE = 8
const BATCH = 200
/** Enough to find any of the mutants. */
const FEW = { requests: 400, frames: 80 }
/** Counts from the room's first frame, so that the room reads all bytes before the connection ends. */
const HELD_MS = 30
/** Half a request may never get an answer. */
const ANSWERED_WITHIN_MS = 3_000
const COMPLAINTS = /uncaught|request_failed|frame_failed|commit_failed|\w*Error:/i
/** The runtime itself refuses bytes that are neither HTTP nor WebSocket. */
const OF_THE_RUNTIME = /kj\/compat\/(?:http|url)\.c\+\+/
const OWN_HEADER = /^x-content-type-options: nosniff/im

test('T15 T16 T40 T45 the server survives any bytes, never answers 500 itself and changes nothing', async () => {
  const { statuses, ...found } = await attack(sizes.hostile)
  noteFigures('hostile bytes', { ...sizes.hostile, ...Object.fromEntries(statuses) })
  expect(found).toEqual({ failures: [], complaints: [], changed: [] })
  expect(statuses.size).toBeGreaterThan(2)
})

test.each(isFull ? HOSTILE_MUTANTS : [])(
  'T15 T16 T40 T45 a Worker that $title is caught by hostile bytes',
  async ({ mutation }) => {
    const bundle = await bundleMutant(mutation)
    const { failures, complaints, changed } = await attack(FEW, bundle)
    expect([...failures, ...complaints, ...changed].length).toBeGreaterThan(0)
  },
)

/** Sends so much, and says what it did to the server and to the people in a bar. */
async function attack(size: { requests: number; frames: number }, bundle?: string) {
  return withServer(bundle === undefined ? {} : { bundle }, (server) =>
    withCrowd({ server, seed, people: 2 }, async (crowd) => {
      const { barId } = server
      await sayAll(crowd)
      const [ana] = crowd.people as [string, string]
      // The room soon bans a sender of bad frames, so there are many senders.
      const senders: Named[] = []
      for (let count = 0; count <= Math.ceil(size.frames / 2); count += 1) {
        const { secret } = await enter(server, barId, { name: `Hostil ${count}` })
        senders.push({ barId, secret, personId: ana })
      }
      const [reader] = senders as [Named, ...Named[]]
      const before = readRows(server)

      const statuses = new Map<string, number>()
      for (const requests of batches(aRequest(reader), size.requests)) {
        const answers = await inLanes(requests, (bytes) => exchange(server, bytes), AT_ONCE)
        for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      let sent = 0
      for (const frames of batches(someFrames(reader), size.frames)) {
        const send = async (bytes: Buffer): Promise<void> => {
          sent += 1
          const sender = senders[Math.ceil(sent / 2)] ?? reader
          await exchange(server, Buffer.concat([toUpgrade(sender), bytes]), HELD_MS)
        }
        await inLanes(frames, send, AT_ONCE)
      }

      const failures = [...statuses.keys()].filter((status) => /^5/.test(status))
      const lines = server.output.split('\n')
      const complaints = lines.filter((line) => COMPLAINTS.test(line) && !OF_THE_RUNTIME.test(line))
      const changed = rowsBetween(before, readRows(server))
      if ([...failures, ...complaints, ...changed].length === 0) {
        // Those inside can still talk, and a newcomer still sees them.
        await sayAll(crowd)
        const caio = crowd.open(await enter(server, barId, { name: 'Caio' }), 0).start()
        await waitFor('the list is whole', () => crowd.people.every((id) => caio.people.has(id)))
        caio.stop()
      }
      return { statuses, failures, complaints, changed }
    }),
  )
}

/** Lets each of the two write to the other, and waits for both deliveries. */
async function sayAll(crowd: Crowd): Promise<void> {
  const { deliveries } = crowd.history
  for (const page of crowd.pages) crowd.sayOne(page)
  await waitFor('both have heard', () => crowd.history.deliveries === deliveries + 2)
}

/** The same for the same seed, and not all in memory at once. */
function* batches<T>(arbitrary: fc.Arbitrary<T>, count: number): Generator<T[]> {
  const first = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
  for (let at = 0; at < count; at += BATCH) {
    yield fc.sample(arbitrary, { seed: first + at, numRuns: Math.min(BATCH, count - at) })
  }
}

/** Sends bytes on a connection of their own. The status that comes, if one comes. */
function exchange({ port }: ChaosServer, bytes: Buffer, heldMs = 0): Promise<string> {
  if (port === null) throw new Error('The server has died.')
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (piece) => {
      heard += piece.toString('latin1')
    })
    socket.on('error', () => {})
    socket.write(bytes)
    if (heldMs === 0) socket.end()
    else socket.once('data', () => setTimeout(() => socket.end(), heldMs))
    const timer = setTimeout(() => socket.destroy(), ANSWERED_WITHIN_MS)
    socket.once('close', () => {
      clearTimeout(timer)
      const status = /^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 'nothing'
      resolve(/^5/.test(status) && !OWN_HEADER.test(heard) ? `the runtime's ${status}` : status)
    })
  })
}

function toUpgrade({ barId, secret }: Named): Buffer {
  const lines = [
    `GET ${address(API.socket, { barId })} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Origin: http://127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `Sec-WebSocket-Protocol: ${SUBPROTOCOL}, ${secret}`,
    '',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** In these the objects count by themselves, or count who sends too much. */
const COUNTED = /^(?:room|counts|hours|abuse_counts|buckets|networks|sqlite_.*|_cf_.*)$/

/** Every row of every object, of D1 too; of people all but their presence. */
function readRows({ folder }: ChaosServer): string[] {
  return globSync(join(folder, 'disk/*/*.sqlite')).flatMap((file) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 60_000 })
    try {
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
      return tables
        .map(({ name }) => String(name))
        .filter((name) => !COUNTED.test(name))
        .flatMap((name) => database.prepare(`SELECT '${name}' AS 'of', * FROM "${name}"`).all())
        .map(({ online_until: _, last_seen: __, ...row }) => JSON.stringify(row))
    } finally {
      database.close()
    }
  })
}

function rowsBetween(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [new Set(before), new Set(after)]
  return [...before.filter((row) => !now.has(row)), ...after.filter((row) => !old.has(row))]
}
