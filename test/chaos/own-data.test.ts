import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, test } from 'vitest'
import { address } from '#contract/address.ts'
import type { Entered } from '#contract/entered.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnData } from '#contract/own-data.ts'
import { API } from '#contract/paths.ts'
import { toBearer } from '#test/client/api.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { enter } from './endpoint.ts'
import { expectWithin } from './expect-within.ts'
import { noteFigures } from './figures.ts'
import { besideVictims } from './victims.ts'

const { sizes } = inject('chaos')
const TEXT = 'x'.repeat(100)
const ACK_MS = 2_500
/** Most of it is the heap between two collections (docs/chaos.md). */
const GROWTH_MIB = 192
/** A server that reads page after page answers two or three until it is through. */
const SAID_AT_LEAST = 4

test('T15 ten downloads of one’s own data at once keep nobody waiting and fill no memory', async () => {
  const { messages } = sizes.ownData
  await withServer({}, async (server) => {
    const pair: [Entered, Entered] = [
      await enter(server, server.barId, { name: 'Ana' }),
      await enter(server, server.barId, { name: 'Bia' }),
    ]
    await server.kill()
    keepMessages(server, pair, messages)
    await server.restart()
    const { result, ackMs, missing, growthMiB, figures } = await besideVictims(
      server,
      10,
      async (acksMs) => {
        const beganAt = performance.now()
        const people = Array.from({ length: LIMITS.ownDataBurst }, () => pair).flat()
        const bodies = await Promise.all(people.map((person) => download(server, person)))
        return { bodies, meanwhile: acksMs.length, ms: Math.round(performance.now() - beganAt) }
      },
    )
    // Parsed only now: it would hold up the victims of this process.
    for (const body of result.bodies) {
      const { conversations }: OwnData = JSON.parse(Buffer.from(body).toString())
      expect(conversations.map((one) => one.messages.length)).toEqual([messages])
    }
    noteFigures('own data', { messages, 'ten downloads ms': result.ms, ...figures })
    expect(growthMiB).toBeLessThan(GROWTH_MIB)
    expectWithin(ackMs(0.99), ACK_MS)
    expect(result.meanwhile).toBeGreaterThanOrEqual(SAID_AT_LEAST)
    expect(missing).toBe(0)
  })
})

async function download({ origin, barId }: ChaosServer, { secret }: Entered): Promise<ArrayBuffer> {
  const headers = { Origin: origin, ...toBearer(secret) }
  const answer = await fetch(origin + address(API.visit, { barId }), { headers })
  expect(answer.status).toBe(200)
  return answer.arrayBuffer()
}

/** Inserts messages between the two into the file of their room, while no server runs. */
function keepMessages({ folder }: ChaosServer, pair: [Entered, Entered], count: number): void {
  const ids = pair.map(({ person }) => person.id).sort()
  const files = globSync(join(folder, 'disk/BarRoom/*.sqlite'))
  const [file = '', ...others] = files.filter((file) => !file.endsWith('metadata.sqlite'))
  expect(others).toEqual([])
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN')
    const side = 'INSERT INTO sides (person, partner, conversation) VALUES (?, ?, 1)'
    for (const [person, partner] of [ids, ids.toReversed()]) {
      database.prepare(side).run(person ?? '', partner ?? '')
    }
    const add = database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)')
    const now = Date.now()
    for (let number = 1; number <= count; number += 1) {
      add.run(1, number, randomUUID(), ids[number % 2] ?? '', TEXT, now)
    }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}
