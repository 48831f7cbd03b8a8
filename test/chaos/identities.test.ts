import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { address } from '#contract/address.ts'
import { LIMITS } from '#contract/limits.ts'
import { API } from '#contract/paths.ts'
import { ask } from '#test/client/api.ts'
import { inLanes } from '#test/client/in-lanes.ts'
import { openRoom } from '#test/client/person.ts'
import { aProfile } from '#test/fakes/profile.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { enter, networkOf } from './endpoint.ts'
import { expectWithin } from './expect-within.ts'
import { noteFigures, percentile } from './figures.ts'

const { sizes } = inject('chaos')
const { creations, divided } = sizes.identities

const LANES = 32
const MIB = 2 ** 20
/** Nothing of a refused try stays: most is the heap between two collections (docs/chaos.md). */
const GROWTH_MIB = 192
const HONEST_EVERY_MS = 200
const HONEST_WITHIN_MS = 10_000

/** The limits of new profiles, so much smaller as there are fewer tries. */
const limits = {
  profilesBurstPerNetwork: LIMITS.profilesBurstPerNetwork / divided,
  profilesPerMinutePerNetwork: LIMITS.profilesPerMinutePerNetwork / divided,
  profilesBurstPerBar: LIMITS.profilesBurstPerBar / divided,
  profilesPerMinutePerBar: LIMITS.profilesPerMinutePerBar / divided,
}

test.each([
  ['one network', 1],
  ['twenty networks', 20],
])('T51 %s making profile after profile keeps nobody else out', async (from, count) => {
  await withServer({ limits }, async (server) => {
    const idle = server.process.workingBytes
    const growthMiB = (): number => Math.round((server.process.workingBytes - idle) / MIB)
    const startedAt = performance.now()
    const attack = { isOver: false, made: 0, refused: 0, halfway: 0 }
    const attacking = inLanes(
      Array(creations).keys(),
      async (turn) => {
        const question = { method: 'POST', json: aProfile({ name: 'Zeca' }) }
        const { send } = networkOf(server, `198.51.100.${turn % count}`)
        const { status } = await ask(send, address(API.people, { barId: server.barId }), question)
        if (status === 201) attack.made += 1
        else attack.refused += 1
        expect([201, 429]).toContain(status)
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
    expectWithin(Math.max(...latencies), HONEST_WITHIN_MS)
    expect(growthMiB()).toBeLessThan(GROWTH_MIB)
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
