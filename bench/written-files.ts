import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The local server traces requests, and its D1 counts every question in the file that answers it. */
const NOT_OURS = /observability|[\\/]d1[\\/]/

/** Every storage file of a server's state, by what is in it: looking into one moves its dates. */
export function listFiles(stateDir: string): Map<string, string> {
  const files = globSync('**/*.sqlite*', { cwd: stateDir })
  // Memory maps (-shm) are touched by readers too.
  const ours = files.filter((file) => !NOT_OURS.test(file) && !file.endsWith('-shm'))
  return new Map(ours.map((file) => [file, hashOf(`${stateDir}/${file}`)]))
}

/** In how many files of which folder something else stands now, such as `3 × v3/do/brinde-BarRoom`. */
export function findWrittenFiles(stateDir: string, before: Map<string, string>): string[] {
  const counts = new Map<string, number>()
  for (const [file, hash] of listFiles(stateDir)) {
    const folder = dirname(file)
    // A journal that is emptied or removed has written nothing new.
    if ((before.get(file) ?? EMPTY) !== hash && hash !== EMPTY)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].map(([folder, count]) => `${count} × ${folder}`)
}

const EMPTY = createHash('sha256').digest('hex')

function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return EMPTY // a journal that went while we looked
  }
}
