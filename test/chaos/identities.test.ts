import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { toApi } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { ask } from '#test/client/api.ts'
import { inLanes } from '#test/client/in-lanes.ts'
import { openRoom } from '#test/client/person.ts'
import { aProfile } from '#test/fakes/profile.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { enter, networkOf } from './endpoint.ts'
import { noteFigures, percentile } from './figures.ts'

const { sizes } = inject('chaos')
const { creations, divided, places, club, shortened } = sizes.identities

const LANES = 32
const MIB = 2 ** 20
/** Nothing of a refused try stays: most is the heap between two collections (docs/chaos.md). */
const GROWTH_MIB = 192
const HONEST_EVERY_MS = 200
const HONEST_WITHIN_MS = 10_000
const ONE_ADDRESS = '203.0.113.7'

/** The limits of new profiles, so many times as fast and as large as they are. */
const toLimits = (speed: number, size: number) => ({
  profilesBurstPerNetwork: LIMITS.profilesBurstPerNetwork * size,
  profilesPerMinutePerNetwork: LIMITS.profilesPerMinutePerNetwork * speed,
  profilesBurstPerBar: LIMITS.profilesBurstPerBar * size,
  profilesPerMinutePerBar: LIMITS.profilesPerMinutePerBar * speed,
})

test.each([
  ['one network', 1],
  ['twenty networks', 20],
])('T51 %s making profile after profile keeps nobody else out', async (from, count) => {
  const limits = toLimits(1 / divided, 1 / divided)
  await withServer({ limits }, async (server) => {
    const idle = server.process.workingBytes
    const growthMiB = (): number => Math.round((server.process.workingBytes - idle) / MIB)
    const startedAt = performance.now()
    const attack = { isOver: false, made: 0, refused: 0, halfway: 0 }
    const attacking = inLanes(
      Array(creations).keys(),
      async (turn) => {
        const answer = await create(server, `198.51.100.${turn % count}`)
        if (answer.status === 201) attack.made += 1
        else attack.refused += 1
        expect([201, 429]).toContain(answer.status)
        if (turn === creations / 2) attack.halfway = growthMiB()
      },
      LANES,
    ).finally(() => {
      attack.isOver = true
    })
    const latencies = await comeWhile(server, () => !attack.isOver)
    await attacking
    const minutes = (performance.now() - startedAt) / 60_000
    noteFigures(`identities, ${from}`, {
      tried: creations,
      made: attack.made,
      refused: attack.refused,
      seconds: Math.round(minutes * 60),
      'honest people': latencies.length,
      'honest entered p50 ms': Math.round(percentile(latencies, 0.5)),
      'honest entered p99 ms': Math.round(percentile(latencies, 0.99)),
      'honest entered worst ms': Math.round(Math.max(...latencies)),
      'growth halfway MiB': attack.halfway,
      'growth MiB': growthMiB(),
    })
    const each = limits.profilesBurstPerNetwork + limits.profilesPerMinutePerNetwork * minutes
    const all = limits.profilesBurstPerBar + limits.profilesPerMinutePerBar * minutes
    const free = count * LIMITS.freeProfilesPerNetwork
    expect(attack.made).toBeLessThanOrEqual(Math.ceil(Math.min(count * each, all + free)))
    expect(Math.max(...latencies)).toBeLessThanOrEqual(HONEST_WITHIN_MS * sizes.patience)
    expect(growthMiB()).toBeLessThan(GROWTH_MIB)
  })
})

test('T51 the sockets of one network leave a fifth of the places to others', async () => {
  await withServer({ limits: { socketsPerBar: places } }, async (server) => {
    const open = async (address?: string) => {
      const { secret } = await enter(server, server.barId, { name: 'Ana' })
      const network = networkOf(server, address)
      // Who says nothing for 45 s is closed for it.
      const { pingEveryMs } = TIMINGS
      return openRoom(network, { barId: server.barId, secret }, { pingEveryMs })
    }
    const crowded = (places * LIMITS.crowdedPercent) / 100
    const refusalOf = async (address?: string) => {
      const socket = await open(address)
      return (await socket.until(() => socket.closed)).code
    }
    const near = await inLanes(Array(crowded).keys(), () => open(ONE_ADDRESS), LANES)
    expect(await refusalOf(ONE_ADDRESS)).toBe(CLOSE.barFull)
    const others = await inLanes(Array(places - crowded).keys(), () => open(), LANES)
    for (const socket of others) await socket.get('snapshot')
    const sockets = [...near, ...others]
    expect(sockets.filter(({ closed }) => closed)).toEqual([])
    expect(await refusalOf()).toBe(CLOSE.barFull)
    for (const socket of sockets) socket.close()
  })
})

test('T51 an honest club behind one address enters, each at the time that was told', async () => {
  const limits = toLimits(shortened, 1)
  await withServer({ limits }, async (server) => {
    const startedAt = performance.now()
    const come = async (): Promise<{ tries: number; ms: number }> => {
      for (let tries = 1; ; tries += 1) {
        const answer = await create(server, ONE_ADDRESS)
        if (answer.status === 201) return { tries, ms: performance.now() - startedAt }
        const { error } = answer.body as ErrorBody
        expect(error.code).toBe('rate_limited')
        const seconds = error.retryAfterSeconds ?? 0
        expect(seconds * 1_000).toBeLessThanOrEqual(TIMINGS.profileWaitMs)
        await sleep(seconds * 1_000 * (1 + 0.2 * Math.random()))
      }
    }
    const entered = await Promise.all(Array.from({ length: club }, come))
    const seconds = (performance.now() - startedAt) / 1_000
    const tries = entered.map((one) => one.tries)
    noteFigures('identities, a club behind one address', {
      people: club,
      'limit a minute': limits.profilesPerMinutePerNetwork,
      'all in after s': Math.round(seconds),
      'tries p50': percentile(tries, 0.5),
      'tries most': Math.max(...tries),
      'refused tries': tries.reduce((all, one) => all + one - 1, 0),
    })
    const waiting = club - limits.profilesBurstPerNetwork
    const atBest = (waiting / limits.profilesPerMinutePerNetwork) * 60
    // The last turns are lost to nobody: at worst everybody waits the longest wait once more.
    expect(seconds).toBeLessThanOrEqual(1.2 * atBest + (2 * TIMINGS.profileWaitMs) / 1_000)
  })
})

/** How long honest newcomers, each from a network of their own, wait for the list, milliseconds. */
async function comeWhile(server: ChaosServer, goesOn: () => boolean): Promise<number[]> {
  const coming: Promise<number>[] = []
  const come = async () => {
    const from = performance.now()
    const { barId } = server
    const { secret } = await enter(server, barId, { name: 'Bia' })
    const socket = await openRoom(networkOf(server), { barId, secret })
    await socket.get('snapshot')
    // The memory of open sockets is not the attacker's.
    socket.close()
    return performance.now() - from
  }
  do {
    coming.push(come())
    await sleep(HONEST_EVERY_MS)
  } while (goesOn())
  return Promise.all(coming)
}

async function create(server: ChaosServer, address: string) {
  const question = { method: 'POST', json: aProfile({ name: 'Zeca' }) }
  const answer = await ask(networkOf(server, address).send, toApi.people(server.barId), question)
  return { status: answer.status, body: await answer.json() }
}
