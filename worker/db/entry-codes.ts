import { sql } from 'drizzle-orm'
import type { EntryCodeChoice } from '#contract/entry-code.ts'
import { CodedError } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { EntryCodeSetting } from '#worker/policy/entry-code.ts'
import type { Granted } from '#worker/policy/rights.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { ENTRY_CODE_COLUMNS } from './bars.ts'
import { oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { bars } from './schema.ts'

export interface NamedEntryCode extends EntryCodeSetting {
  barName: string
}

const COLUMNS = { ...ENTRY_CODE_COLUMNS, barName: bars.name }

/** Every function of this file throws `bar_not_found`. */
export async function findEntryCode(
  db: D1Database,
  granted: Granted<'useEntryCode'>,
): Promise<NamedEntryCode> {
  const row = await database(db).select(COLUMNS).from(bars).where(oneBarOf(granted)).get()
  return orThrow(row)
}

export async function switchEntryCode(
  db: D1Database,
  granted: Granted<'useEntryCode'>,
  ask: EntryCodeChoice,
  act: NewAct,
): Promise<NamedEntryCode> {
  const changes = {
    on: { entryCodeOn: true, entryCodeUntil: null },
    off: { entryCodeOn: false, entryCodeUntil: null },
    hour: { entryCodeUntil: act.at + TIMINGS.entryCodeHourMs },
  }[ask]
  const orm = database(db)
  const [[row]] = await orm.batch([
    orm.update(bars).set(changes).where(oneBarOf(granted)).returning(COLUMNS),
    insertAct(orm, act),
  ])
  return orThrow(row)
}

/** A retry after a lost answer renews the code once more, which is harmless. */
export async function renewEntryCode(
  db: D1Database,
  granted: Granted<'useEntryCode'>,
  act: NewAct,
): Promise<NamedEntryCode> {
  const orm = database(db)
  const [[row]] = await orm.batch([
    orm
      .update(bars)
      .set({ entryCodeRenewals: sql`${bars.entryCodeRenewals} + 1` })
      .where(oneBarOf(granted))
      .returning(COLUMNS),
    insertAct(orm, act),
  ])
  return orThrow(row)
}

function orThrow(row: NamedEntryCode | undefined): NamedEntryCode {
  if (!row) throw new CodedError('bar_not_found')
  return row
}
