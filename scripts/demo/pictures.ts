import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readLocalPepper, toOpenSession } from '#scripts/administrators.ts'
import type { BarRow } from '#scripts/bar-rows.ts'
import type { Row, Sql } from '#scripts/database.ts'
import { readRows, runSql, sql } from '#scripts/database.ts'
import { inRoot, STATE_DIR } from '#scripts/paths.ts'
import { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'

/** A logo and three photos each. */
const SETS = 5
const PHOTOS = ['street', 'counter', 'terrace']

const uploadedSchema = v.object({ path: v.string() })

/** Of the first administrator, for the demo alone: its token, and what opens it. */
export function newSession(): { token: string; open: Sql } {
  const token = mintSessionToken(readLocalPepper())
  const now = Date.now()
  return { token, open: toOpenSession(hashSecret(token), now, now + TIMINGS.adminSessionMs) }
}

export const BARE_BARS = sql`SELECT id FROM bars WHERE logo_url IS NULL AND photos_url IS NULL`

/**
 * Gives logo and photos to those of the bars that `bare` names. They are uploaded like any other, in the session of
 * this token, which ends with it.
 */
export async function hangPictures(
  origin: string,
  bars: BarRow[],
  bare: Row[] | undefined,
  token: string,
): Promise<void> {
  const ids = readRows(v.object({ id: v.string() }), bare).map(({ id }) => id)
  const headers = { Cookie: `__Host-admin=${token}`, Origin: origin, 'Content-Type': 'image/webp' }
  const upload = async (path: string, picture: string): Promise<string> => {
    const body = readFileSync(inRoot(`scripts/demo/pictures/${picture}.webp`))
    const answer = await fetch(origin + path, { method: 'POST', headers, body })
    return v.parse(uploadedSchema, await answer.json()).path
  }
  const updates: Sql[] = []
  for (const [index, { id }] of bars.entries()) {
    if (!ids.includes(id)) continue
    const set = (index % SETS) + 1
    const logo = await upload(ADMIN_API.logos, `logo-${set}`)
    const photos: string[] = []
    for (const photo of PHOTOS) photos.push(await upload(ADMIN_API.photos, `${photo}-${set}`))
    updates.push(sql`UPDATE bars SET logo_url = ${logo}, photos_url = ${JSON.stringify(photos)}
      WHERE id = ${id} AND logo_url IS NULL AND photos_url IS NULL`)
  }
  const end = sql`DELETE FROM admin_sessions WHERE token_hash = ${hashSecret(token)}`
  await runSql({ stateDir: STATE_DIR }, [...updates, end])
}
