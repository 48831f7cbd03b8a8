import { expect, test, vi } from 'vitest'
import { callRoom } from '#worker/durable-objects.ts'

/** Fails `failures` times, with these flags of the platform. */
function aRoom(failures: number, marks: object) {
  let stubs = 0
  const ask = async () => {
    stubs += 1
    if (stubs <= failures) throw Object.assign(new Error('lost'), marks)
    return { ok: true as const }
  }
  return { ask, stubs: () => stubs }
}

test('R17 only retryable exceptions are retried, three times, each with a new stub', async () => {
  const brief = aRoom(3, { retryable: true })
  expect([await callRoom(brief.ask), brief.stubs()]).toEqual([{ ok: true }, 4])
  for (const [marks, tries] of [
    [{ retryable: true }, 4],
    [{}, 1],
    [{ retryable: 'yes' }, 1],
    [{ overloaded: false }, 1],
  ] as const) {
    const room = aRoom(9, marks)
    await expect(callRoom(room.ask)).rejects.toThrow('lost')
    expect([marks, room.stubs()]).toEqual([marks, tries])
  }
})

test('R17 retries wait a random time of up to 200 ms', async () => {
  const waits: number[] = []
  vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => void waits.push(ms))
  const chance = vi.spyOn(Math, 'random')
  for (const value of [0, 0.5, 0.995]) chance.mockReturnValueOnce(value)
  await callRoom(aRoom(3, { retryable: true }).ask)
  expect(waits).toEqual([0, 100, 199])
})
