import {
  deleteBarProfile,
  listBarProfileRevisions,
  REVISIONS_PAGE,
  saveBarProfile,
} from '#worker/db/bar-profiles.ts'
import type { CopyTarget } from './profile-copy.ts'

/** The copy of the people that questions across bars read. */
export function toD1(db: D1Database): CopyTarget {
  return {
    save: (profile) => saveBarProfile(db, profile),
    remove: (barId, personId) => deleteBarProfile(db, barId, personId),
    async revisions(barId) {
      const revisions = new Map<string, number>()
      let page: { id: string; revision: number }[]
      do {
        page = await listBarProfileRevisions(db, barId, [...revisions.keys()].at(-1))
        for (const { id, revision } of page) revisions.set(id, revision)
      } while (page.length === REVISIONS_PAGE)
      return revisions
    },
  }
}
