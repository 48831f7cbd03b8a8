import { and, count, desc, eq, lt, or } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import type { AdminBar, AdminBarList } from '#contract/admin-bar.ts'
import type { PublicBar } from '#contract/bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { toPage } from '#contract/paths.ts'
import { bars } from './schema.ts'

const PUBLIC_COLUMNS = {
  id: bars.id,
  name: bars.name,
  city: bars.city,
  logoUrl: bars.logoUrl,
  photosUrl: bars.photosUrl,
  description: bars.description,
}
type PublicBarRow = Pick<typeof bars.$inferSelect, keyof typeof PUBLIC_COLUMNS>

/** What `toAdminBar` needs. */
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
  createdAt: bars.createdAt,
}
type AdminBarRow = Pick<typeof bars.$inferSelect, keyof typeof ADMIN_COLUMNS>

/** What anybody may know of the bar with this canonical ID; null where there is none. One trip. */
export async function findPublicBar(db: D1Database, barId: string): Promise<PublicBar | null> {
  const row = await drizzle(db).select(PUBLIC_COLUMNS).from(bars).where(eq(bars.id, barId)).get()
  return row ? toPublicBar(row) : null
}

/** Whether a bar has this canonical ID. One trip. */
export async function barExists(db: D1Database, barId: string): Promise<boolean> {
  const row = await drizzle(db).select({ id: bars.id }).from(bars).where(eq(bars.id, barId)).get()
  return row !== undefined
}

/**
 * One page of all bars, newest first, at most `LIMITS.barsPage`. `after` is the `next` of the page
 * before: `createdAt.id` of its last bar. One trip.
 */
export async function listBars(
  db: D1Database,
  origin: string,
  after?: string,
): Promise<AdminBarList> {
  const orm = drizzle(db)
  const [createdAt = '', id = ''] = after?.split('.') ?? []
  const at = Number(createdAt)
  const older = or(lt(bars.createdAt, at), and(eq(bars.createdAt, at), lt(bars.id, id)))
  const [rows, [all]] = await orm.batch([
    orm
      .select(ADMIN_COLUMNS)
      .from(bars)
      .where(after ? older : undefined)
      .orderBy(desc(bars.createdAt), desc(bars.id))
      .limit(LIMITS.barsPage + 1),
    orm.select({ total: count() }).from(bars),
  ])
  const page = rows.slice(0, LIMITS.barsPage)
  const last = page.at(-1)
  return {
    bars: page.map((row) => toAdminBar(row, origin)),
    total: all?.total ?? 0,
    next: rows.length > page.length && last ? `${last.createdAt}.${last.id}` : null,
  }
}

/** What administrators see. The address of the QR code is made here, whatever was stored. */
export function toAdminBar(row: AdminBarRow, origin: string): AdminBar {
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
    createdAt: row.createdAt,
  }
}

/** Exactly these fields: a column added to the table stays private until it is listed here. */
function toPublicBar(row: PublicBarRow): PublicBar {
  return {
    id: row.id,
    name: row.name,
    city: row.city,
    logoUrl: row.logoUrl,
    photoUrls: row.photosUrl ?? [],
    description: row.description,
  }
}
