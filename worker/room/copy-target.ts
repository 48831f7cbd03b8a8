import {
  deleteBarProfile,
  listBarProfileRevisions,
  REVISIONS_PAGE,
  saveBarProfile,
} from '#worker/db/bar-profiles.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import type { CopyTarget } from './profile-copy.ts'

/** What questions across bars read: the people's copy in D1, and the monitor's list of bars. */
export function toD1AndMonitor(env: Env): CopyTarget {
  const db = env.DB
  return {
    async list(barId, hasPeople) {
      await monitorOf(env).noteRoom(barId, hasPeople)
    },
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
