import { eq } from 'drizzle-orm'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { NewBar } from '#contract/bar-form.ts'
import { BAR_ID_ALPHABET, BAR_ID_LENGTH } from '#contract/bar-id.ts'
import { CodedError } from '#contract/errors.ts'
import type { Account } from '#worker/policy/rights.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { ADMIN_COLUMNS, adminBarOf } from './bars.ts'
import { database } from './database.ts'
import { bars } from './schema.ts'

/** A collision is a 1 in 729 million chance for each bar; five in a row are a fault. */
const CODE_ATTEMPTS = 5

/** A repeated key returns its bar. Throws `login_taken`, or `conflict` if the contents differ. */
export async function createBar(
  db: D1Database,
  account: Account,
  newBar: NewBar,
  origin: string,
  act: NewAct,
  mintId: () => string = mintBarId,
): Promise<{ bar: AdminBar; isNew: boolean }> {
  for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt += 1) {
    const id = mintId()
    const orm = database(db)
    const [[inserted]] = await orm.batch([
      orm
        .insert(bars)
        .values({ ...newBar, id })
        .onConflictDoNothing()
        .returning(ADMIN_COLUMNS),
      insertAct(orm, { ...act, barId: id }),
    ])
    if (inserted) return { bar: adminBarOf(inserted, account, origin), isNew: true }
    const former = await findFormer(db, account, newBar, origin)
    if (former) return { bar: former, isNew: false }
    if (newBar.login && (await isLoginTaken(db, newBar.login))) throw new CodedError('login_taken')
  }
  throw new Error('no free code for a bar')
}

async function findFormer(
  db: D1Database,
  account: Account,
  { creationKey, ...contents }: NewBar,
  origin: string,
): Promise<AdminBar | null> {
  const row = await database(db)
    .select(ADMIN_COLUMNS)
    .from(bars)
    .where(eq(bars.creationKey, creationKey))
    .get()
  if (!row) return null
  const same = Object.entries(contents).every(
    ([column, value]) => JSON.stringify(row[column as keyof typeof row]) === JSON.stringify(value),
  )
  if (!same) throw new CodedError('conflict', 'this form has made a bar already')
  return adminBarOf(row, account, origin)
}

async function isLoginTaken(db: D1Database, login: string): Promise<boolean> {
  const row = await database(db)
    .select({ id: bars.id })
    .from(bars)
    .where(eq(bars.login, login))
    .get()
  return row !== undefined
}

/** Higher bytes would make the first letters likelier. */
const FAIR_BYTES = 256 - (256 % BAR_ID_ALPHABET.length)

/** Never digits alone: phones take those for a telephone number, and a browser moves them to the front of an object's keys. */
export function mintBarId(): string {
  let barId = ''
  while (barId.length < BAR_ID_LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < FAIR_BYTES) barId += BAR_ID_ALPHABET.charAt(byte % BAR_ID_ALPHABET.length)
  }
  return /[A-Z]/.test(barId) ? barId : mintBarId()
}
