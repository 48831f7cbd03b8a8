import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFaketime, NO_FAKETIME } from '#scripts/faketime.ts'

/** The clock on the wall of a server's host. It may be put to another time while the server runs. */
export class FakeClock {
  /** What makes a process believe this clock. */
  readonly env: Record<string, string>
  readonly #file: string

  /** `folder` is the server's own. Throws where there is no libfaketime. */
  constructor(folder: string) {
    const library = findFaketime()
    if (library === undefined) throw new Error(NO_FAKETIME)
    this.#file = join(folder, 'clock')
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      // The time that has passed is the same by every clock; only what is called "now" moves.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    }
    this.set(0)
  }

  /** Puts the clock so many seconds ahead of the true time, or behind it. */
  set(seconds: number): void {
    const next = `${this.#file}.next`
    writeFileSync(next, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
    renameSync(next, this.#file)
  }
}
