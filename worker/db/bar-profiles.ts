import { and, asc, eq, gt } from 'drizzle-orm'
import type { Interest } from '#contract/interest.ts'
import { database } from './database.ts'
import { barProfiles } from './schema.ts'

/** The copy of one person. The room that holds the original is the only one who writes it. */
export interface BarProfile {
  barId: string
  id: string
  name: string
  phone: string | null
  /** Path on this origin. */
  photo: string | null
  interest: Interest
  table: string
  /** Counts the changes of this profile in its room. */
  revision: number
  /** Milliseconds since 1970. */
  createdAt: number
}

/** Makes the copy what the room holds now. Asking twice changes nothing. */
export async function saveBarProfile(db: D1Database, profile: BarProfile): Promise<void> {
  const { name, phone, photo, interest, table, revision, createdAt } = profile
  const contents = { name, phone, photo, interest, table, revision, createdAt }
  await database(db)
    .insert(barProfiles)
    .values({ barId: profile.barId, id: profile.id, ...contents })
    .onConflictDoUpdate({ target: [barProfiles.barId, barProfiles.id], set: contents })
}

/** Removes the copy of one person; one that is not there is no error. */
export async function deleteBarProfile(db: D1Database, barId: string, id: string): Promise<void> {
  await database(db)
    .delete(barProfiles)
    .where(and(eq(barProfiles.barId, barId), eq(barProfiles.id, id)))
}

export const REVISIONS_PAGE = 5_000

/**
 * What D1 believes of a bar's people, for a repair: ids and revisions by id, at most
 * `REVISIONS_PAGE`. `after` is the last id of the page before.
 */
export async function listBarProfileRevisions(
  db: D1Database,
  barId: string,
  after = '',
): Promise<{ id: string; revision: number }[]> {
  return database(db)
    .select({ id: barProfiles.id, revision: barProfiles.revision })
    .from(barProfiles)
    .where(and(eq(barProfiles.barId, barId), gt(barProfiles.id, after)))
    .orderBy(asc(barProfiles.id))
    .limit(REVISIONS_PAGE)
}
