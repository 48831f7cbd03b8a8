import { and, asc, eq, gt, isNotNull, or } from 'drizzle-orm'
import { database } from './database.ts'
import { barProfiles, bars } from './schema.ts'

const PAGE = 1_000

/** The paths of all pictures that a bar or a person shows. */
export async function listKeptPictures(db: D1Database): Promise<Set<string>> {
  const kept = new Set<string>()
  for await (const bar of listBarPictures(db)) {
    if (bar.logoUrl) kept.add(bar.logoUrl)
    for (const path of bar.photosUrl ?? []) kept.add(path)
  }
  for await (const { photo } of listProfilePictures(db)) if (photo) kept.add(photo)
  return kept
}

async function* listBarPictures(db: D1Database) {
  const columns = { id: bars.id, logoUrl: bars.logoUrl, photosUrl: bars.photosUrl }
  let after = ''
  while (true) {
    const query = database(db).select(columns).from(bars).where(gt(bars.id, after))
    const page = await query.orderBy(asc(bars.id)).limit(PAGE)
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? ''
  }
}

async function* listProfilePictures(db: D1Database) {
  const { barId, id, photo } = barProfiles
  let after = { barId: '', id: '' }
  while (true) {
    const later = or(gt(barId, after.barId), and(eq(barId, after.barId), gt(id, after.id)))
    const page = await database(db)
      .select({ barId, id, photo })
      .from(barProfiles)
      .where(and(later, isNotNull(photo)))
      .orderBy(asc(barId), asc(id))
      .limit(PAGE)
    yield* page
    const last = page.at(-1)
    if (page.length < PAGE || !last) return
    after = last
  }
}
