import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readLocalPepper, toOpenSession } from '#scripts/administrators.ts'
import type { BarRow } from '#scripts/bar-rows.ts'
import { toInsertBar } from '#scripts/bar-rows.ts'
import type { Sql } from '#scripts/database.ts'
import { readRows, runSql, sql } from '#scripts/database.ts'
import { inRoot, STATE_DIR } from '#scripts/paths.ts'
import { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'

/** A logo and three photos each. */
const SETS = 5
const PHOTOS = ['street', 'counter', 'terrace']
const PLACE = { stateDir: STATE_DIR }

const uploadedSchema = v.object({ path: v.string() })

/**
 * Registers the bars that are missing, and gives logo and photos to those that have none. Pictures are uploaded like
 * any other, in a session of the first administrator that ends with it; without an administrator there are none.
 */
export async function openBars(origin: string, bars: readonly BarRow[]): Promise<void> {
  const token = mintSessionToken(readLocalPepper())
  const now = Date.now()
  const [bare, sessions] = (
    await runSql(PLACE, [
      ...bars.map(toInsertBar),
      sql`SELECT id FROM bars WHERE logo_url IS NULL AND photos_url IS NULL`,
      toOpenSession(hashSecret(token), now, now + TIMINGS.adminSessionMs),
    ])
  ).slice(bars.length)
  if (!sessions?.length) return
  const ids = readRows(v.object({ id: v.string() }), bare).map(({ id }) => id)
  const headers = { Cookie: `__Host-admin=${token}`, Origin: origin, 'Content-Type': 'image/webp' }
  /** Null where the server takes no more: one that others reach limits uploads. */
  const upload = async (path: string, picture: string): Promise<string | null> => {
    const body = readFileSync(inRoot(`scripts/demo/pictures/${picture}.webp`))
    const answer = await fetch(origin + path, { method: 'POST', headers, body })
    return answer.ok ? v.parse(uploadedSchema, await answer.json()).path : null
  }
  const updates: Sql[] = []
  try {
    for (const [index, { id }] of bars.entries()) {
      if (!ids.includes(id)) continue
      const set = (index % SETS) + 1
      const logo = await upload(ADMIN_API.logos, `logo-${set}`)
      const photos: (string | null)[] = []
      for (const photo of PHOTOS) photos.push(await upload(ADMIN_API.photos, `${photo}-${set}`))
      if (logo === null || photos.includes(null)) break
      updates.push(sql`UPDATE bars SET logo_url = ${logo}, photos_url = ${JSON.stringify(photos)}
        WHERE id = ${id} AND logo_url IS NULL AND photos_url IS NULL`)
    }
  } finally {
    const end = sql`DELETE FROM admin_sessions WHERE token_hash = ${hashSecret(token)}`
    await runSql(PLACE, [...updates, end])
  }
}
