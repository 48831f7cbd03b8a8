import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCompiler, NO_COMPILER } from '#scripts/c-compiler.ts'
import { inRoot } from '#scripts/paths.ts'

const SOURCE = inRoot('test/chaos/fake-clock.c')

/** The clock on the wall of a server's host. It may be put to another time while the server runs. */
export class FakeClock {
  /** What makes a process believe this clock. */
  readonly env: Record<string, string>
  readonly #file: string

  /** `folder` is the server's own. Throws where there is nothing to build it with. */
  constructor(folder: string) {
    const compiler = findCompiler()
    if (compiler === undefined) throw new Error(NO_COMPILER)
    const library = join(folder, 'fake-clock.so')
    const { status, stderr } = spawnSync(compiler, ['-shared', '-fPIC', '-o', library, SOURCE])
    if (status !== 0) throw new Error(`The fake clock could not be built:\n${stderr}`)
    this.#file = join(folder, 'clock')
    this.env = { LD_PRELOAD: library, FAKE_CLOCK: this.#file }
    writeFileSync(this.#file, new BigInt64Array(1))
  }

  /** Puts the clock so many seconds ahead of the true time, or behind it. */
  set(seconds: number): void {
    // In place: the server has this very file in its memory.
    writeFileSync(this.#file, new BigInt64Array([BigInt(seconds)]), { flag: 'r+' })
  }
}
