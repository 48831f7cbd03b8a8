import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import type { PublicBar } from '#contract/bar.ts'
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
