import { asc, gt } from 'drizzle-orm'
import { database } from './database.ts'
import { bars } from './schema.ts'

const PAGE = 1_000

/** The paths of all pictures that a bar shows. */
export async function listKeptPictures(db: D1Database): Promise<Set<string>> {
  const kept = new Set<string>()
  for await (const bar of listBarPictures(db)) {
    if (bar.logoUrl) kept.add(bar.logoUrl)
    for (const path of bar.photosUrl ?? []) kept.add(path)
  }
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
