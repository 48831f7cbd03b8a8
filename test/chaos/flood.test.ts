import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { CLOSE, isFinalClose } from '#contract/protocol.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { noteFigures } from './figures.ts'
import { besideVictims, expectUndisturbed, GROWTH_MIB, HONEST_EVERY_MS } from './victims.ts'

const { sizes } = inject('chaos')
/** Frames in each burst of one flooder: 2,000 a second, where an honest page sends about one. */
const AT_ONCE = 100
const PAUSE_MS = 50

test('T15 a flood neither drowns what others say nor fills the memory', async () => {
  const { flooders, frames } = sizes.flood
  await withServer({ honestLimits: true }, async (server) => {
    const besides = await besideVictims(server, HONEST_EVERY_MS, () =>
      Promise.all(Array.from({ length: flooders }, (_, at) => flood(server, at, frames))),
    )
    const { result, growthMiB, figures } = besides
    const sum = (key: 'sent' | 'stored'): number =>
      result.reduce((total, one) => total + one[key], 0)
    noteFigures('flood', {
      'frames sent': sum('sent'),
      stored: sum('stored'),
      'thrown out': result.flatMap(({ codes }) => codes).length,
      ...figures,
    })
    expectUndisturbed(besides)
    expect(result.filter(({ codes }) => codes.includes(CLOSE.misbehaved))).toHaveLength(flooders)
    expect(sum('stored')).toBeLessThan(sum('sent') / 10)
    expect(growthMiB).toBeLessThan(GROWTH_MIB)
  })
})

/** `codes` are those of the closes that the flooder got. */
type Flooded = { sent: number; stored: number; codes: number[] }

/** Sends at least `least` frames, until the room closes it. Some obey the close and return, others ignore it. */
async function flood(server: ChaosServer, at: number, least: number): Promise<Flooded> {
  const flooded: Flooded = { sent: 0, stored: 0, codes: [] }
  let hostile = await HostilePerson.come(server, {
    name: `Hostil ${at}`,
    ignoresClose: at % 2 === 0,
  })
  const someone = await HostilePerson.come(server, { name: `Alvo ${at}` })
  const frames = [
    () => JSON.stringify({ type: 'say', id: randomUUID(), to: someone.id, text: 'compre!' }),
    () => '{"type":"say"',
    () => JSON.stringify({ type: 'search', text: 'a' }),
    () => 'ping',
  ]
  const hasBeenThrownOut = (): boolean =>
    [...flooded.codes, ...hostile.closes].includes(CLOSE.misbehaved)
  while (flooded.sent < least || !hasBeenThrownOut()) {
    for (let one = 0; one < AT_ONCE; one += 1) {
      if (hostile.socket.send(frames[one % frames.length]?.() ?? '')) flooded.sent += 1
    }
    await Promise.race([hostile.socket.drained(), sleep(PAUSE_MS)])
    await sleep(PAUSE_MS)
    if (hostile.socket.isOpen) continue
    flooded.stored += hostile.stored
    flooded.codes.push(...hostile.closes)
    const isKeptOut = hostile.closes.some(isFinalClose)
    const entered = isKeptOut ? {} : { entered: hostile.entered }
    await sleep(20)
    hostile = await HostilePerson.come(server, { name: `Hostil ${at}`, ...entered })
  }
  flooded.stored += hostile.stored
  flooded.codes.push(...hostile.closes)
  hostile.socket.reset()
  someone.socket.reset()
  return flooded
}
