import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/worker/runs.ts'
import type { BarStatus } from '#worker/db/bars.ts'
import { BarStatusCheck } from './bar-status.ts'

const ENTRY_CODE = { isOn: false, until: null, renewals: 0, state: null, timeZone: null }
const DOORS = {
  open: { isPaused: false, entryCode: ENTRY_CODE },
  paused: { isPaused: true, entryCode: ENTRY_CODE },
}

/** A register whose answers say what it held when it was asked, and come when they are released. */
class SlowRegister {
  door: BarStatus = DOORS.open
  readonly #held: (() => void)[] = []

  readonly read = (): Promise<BarStatus> => {
    const { promise, resolve } = Promise.withResolvers<BarStatus>()
    const { door } = this
    this.#held.push(() => resolve(door))
    return promise
  }

  get asked(): number {
    return this.#held.length
  }

  async release(index: number): Promise<void> {
    this.#held.splice(index % this.#held.length, 1)[0]?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

test('T46 a query from before a change, answered after it, learns of the change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('paused' as const, 'open' as const, null, 'ask' as const), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
      async (acts, order) => {
        const register = new SlowRegister()
        const door = new BarStatusCheck(register.read)
        const answers: Promise<BarStatus>[] = [door.ask('K7M2QX')]
        for (const act of acts) {
          if (act === 'ask') answers.push(door.ask('K7M2QX'))
          else {
            register.door = act && DOORS[act]
            answers.push(door.askAnew('K7M2QX'))
          }
        }
        for (const index of order) if (register.asked > 0) await register.release(index)
        expect(new Set(await Promise.all(answers))).toEqual(new Set([register.door]))
      },
    ),
    { numRuns: runs(60, 1_000) },
  )
})

test('any number of people who enter at once is one query', async () => {
  const register = new SlowRegister()
  const door = new BarStatusCheck(register.read)
  const asking = Promise.all(Array.from({ length: 50 }, () => door.ask('K7M2QX')))
  expect(register.asked).toBe(1)
  await register.release(0)
  expect(new Set(await asking)).toEqual(new Set([DOORS.open]))
  void door.ask('K7M2QX')
  expect(register.asked).toBe(1)
})
