import { and, asc, count, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { AdminBar, AdminBarList } from '#contract/admin-bar.ts'
import type { PublicBar } from '#contract/bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { toPage } from '#contract/paths.ts'
import type { EntryCodeSetting } from '#worker/policy/entry-code.ts'
import { asksForCode } from '#worker/policy/entry-code.ts'
import { database } from './database.ts'
import { bars } from './schema.ts'

/** As `EntryCodeSetting` has them. */
export const ENTRY_CODE_COLUMNS = {
  isOn: bars.entryCodeOn,
  until: bars.entryCodeUntil,
  renewals: bars.entryCodeRenewals,
  state: bars.state,
}

const PUBLIC_COLUMNS = {
  id: bars.id,
  name: bars.name,
  city: bars.city,
  logoUrl: bars.logoUrl,
  photosUrl: bars.photosUrl,
  coverUrl: bars.coverUrl,
  description: bars.description,
  tonight: bars.tonight,
  pausedAt: bars.pausedAt,
  entryCodeOn: bars.entryCodeOn,
  entryCodeUntil: bars.entryCodeUntil,
}
type PublicBarRow = Pick<typeof bars.$inferSelect, keyof typeof PUBLIC_COLUMNS>

export const ADMIN_COLUMNS = {
  ...PUBLIC_COLUMNS,
  ownerName: bars.ownerName,
  document: bars.document,
  address: bars.address,
  number: bars.number,
  neighborhood: bars.neighborhood,
  state: bars.state,
  phone: bars.phone,
  email: bars.email,
  login: bars.login,
  subscriptionPlan: bars.subscriptionPlan,
  revision: bars.revision,
  createdAt: bars.createdAt,
}
type AdminBarRow = Pick<typeof bars.$inferSelect, keyof typeof ADMIN_COLUMNS>

export async function findPublicBar(db: D1Database, barId: string): Promise<PublicBar | null> {
  const row = await database(db).select(PUBLIC_COLUMNS).from(bars).where(isThere(barId)).get()
  return row ? toPublicBar(row) : null
}

/** Null if there is no such bar. */
export type BarStatus = { isPaused: boolean; entryCode: EntryCodeSetting } | null

export async function findBarStatus(db: D1Database, barId: string): Promise<BarStatus> {
  const columns = { pausedAt: bars.pausedAt, ...ENTRY_CODE_COLUMNS }
  const row = await database(db).select(columns).from(bars).where(isThere(barId)).get()
  if (!row) return null
  const { pausedAt, ...entryCode } = row
  return { isPaused: pausedAt !== null, entryCode }
}

export async function findAdminBar(
  db: D1Database,
  barId: string,
  origin: string,
): Promise<AdminBar | null> {
  const row = await database(db).select(ADMIN_COLUMNS).from(bars).where(isThere(barId)).get()
  return row ? adminBarOf(row, origin) : null
}

export function isThere(barId: string) {
  return and(eq(bars.id, barId), isNull(bars.deletedAt))
}

/** Newest first. `after` is the previous page's `next`: `createdAt.id` of its last bar. */
export async function listBars(
  db: D1Database,
  origin: string,
  after?: string,
): Promise<AdminBarList> {
  const orm = database(db)
  const [createdAt = '', id = ''] = after?.split('.') ?? []
  const at = Number(createdAt)
  const older = or(lt(bars.createdAt, at), and(eq(bars.createdAt, at), lt(bars.id, id)))
  const [rows, [all]] = await orm.batch([
    orm
      .select(ADMIN_COLUMNS)
      .from(bars)
      .where(and(isNull(bars.deletedAt), after ? older : undefined))
      .orderBy(desc(bars.createdAt), desc(bars.id))
      .limit(LIMITS.barsPage + 1),
    orm.select({ total: count() }).from(bars).where(isNull(bars.deletedAt)),
  ])
  const page = rows.slice(0, LIMITS.barsPage)
  const last = page.at(-1)
  return {
    bars: page.map((row) => adminBarOf(row, origin)),
    total: all?.total ?? 0,
    next: rows.length > page.length && last ? `${last.createdAt}.${last.id}` : null,
  }
}

export function adminBarOf(row: AdminBarRow, origin: string): AdminBar {
  return {
    ...toPublicBar(row),
    ownerName: row.ownerName,
    document: row.document,
    address: row.address,
    number: row.number,
    neighborhood: row.neighborhood,
    state: row.state,
    phone: row.phone,
    email: row.email,
    login: row.login,
    subscriptionPlan: row.subscriptionPlan,
    qrCode: origin + toPage.bar(row.id),
    revision: row.revision,
    createdAt: row.createdAt,
  }
}

/** An allow-list: new columns stay private until they are listed. */
function toPublicBar(row: PublicBarRow): PublicBar {
  return {
    id: row.id,
    name: row.name,
    city: row.city,
    logoUrl: row.logoUrl,
    photoUrls: row.photosUrl ?? [],
    coverUrl: row.coverUrl,
    description: row.description,
    tonight: row.tonight,
    paused: row.pausedAt !== null,
    asksForCode: asksForCode({ isOn: row.entryCodeOn, until: row.entryCodeUntil }, Date.now()),
  }
}

const PICTURES_PAGE = 1_000

export async function listKeptPictures(db: D1Database): Promise<Set<string>> {
  const kept = new Set<string>()
  for await (const bar of listBarPictures(db)) {
    if (bar.logoUrl) kept.add(bar.logoUrl)
    if (bar.coverUrl) kept.add(bar.coverUrl)
    for (const path of bar.photosUrl ?? []) kept.add(path)
  }
  return kept
}

async function* listBarPictures(db: D1Database) {
  const { id, logoUrl, photosUrl, coverUrl } = bars
  const columns = { id, logoUrl, photosUrl, coverUrl }
  let after = ''
  while (true) {
    const query = database(db).select(columns).from(bars).where(gt(bars.id, after))
    const page = await query.orderBy(asc(bars.id)).limit(PICTURES_PAGE)
    yield* page
    if (page.length < PICTURES_PAGE) return
    after = page.at(-1)?.id ?? ''
  }
}
