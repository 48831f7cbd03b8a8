import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The runtime's own table: the time of the next alarm. */
const ALARM_TABLE = '_cf_METADATA'

/** Hashes by file or table. */
export type Hashes = ReadonlyMap<string, string>

/** Hashes the storage files of rooms: looking into a file moves its dates. */
export function hashRoomFiles(stateDir: string): Hashes {
  // Memory maps (-shm) are touched by readers too.
  const files = globSync('v3/do/*BarRoom/*.sqlite*', { cwd: stateDir })
  const hashes = new Map<string, string>()
  for (const file of files.filter((one) => !one.endsWith('-shm'))) {
    try {
      const bytes = readFileSync(join(stateDir, file))
      if (bytes.length > 0) hashes.set(file, toHash(bytes))
    } catch {
      // A journal that went while we looked.
    }
  }
  return hashes
}

/** Hashes the monitor's tables. Its alarm has its own, and is set anew every 30 s while a board is open. */
export function hashMonitorTables(stateDir: string): Hashes {
  const [file] = globSync('v3/do/*Monitor/*.sqlite', {
    cwd: stateDir,
    exclude: ['**/metadata.sqlite'],
  })
  if (!file) throw new Error('The monitor has stored nothing.')
  const copies = mkdtempSync(join(tmpdir(), 'monitor-'))
  try {
    const copy = join(copies, 'monitor.sqlite')
    for (const part of ['', '-wal']) {
      const from = join(stateDir, file) + part
      if (existsSync(from)) copyFileSync(from, copy + part)
    }
    return hashTables(copy)
  } finally {
    rmSync(copies, { recursive: true })
  }
}

function hashTables(file: string): Hashes {
  const database = new DatabaseSync(file)
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    const names = tables.map(({ name }) => String(name)).filter((name) => name !== ALARM_TABLE)
    return new Map(
      names.map((name) => {
        const rows = database.prepare(`SELECT * FROM "${name}"`).all()
        return [name, toHash(JSON.stringify(rows))]
      }),
    )
  } finally {
    database.close()
  }
}

/** Returns the names that are new or have another hash. A journal that was emptied or removed has written nothing. */
export function changedSince(before: Hashes, now: Hashes): string[] {
  return [...now].flatMap(([name, hash]) => (before.get(name) === hash ? [] : name))
}

function toHash(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
