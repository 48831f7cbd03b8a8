import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readLocalPepper } from '#scripts/administrators.ts'
import type { Row, Sql } from '#scripts/database.ts'
import { readRows, runSql, sql } from '#scripts/database.ts'
import { STATE_DIR } from '#scripts/paths.ts'
import { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'
import type { toDemoBars } from './bars.ts'
import { drawLogo, drawPhotos } from './scenes.ts'

const uploadedSchema = v.object({ path: v.string() })
const CONNECTIONS_CLOSE_MS = 100
const PLACE = { stateDir: STATE_DIR }

/** Of the first administrator. Nothing where there is none. */
export const toOpenSession = (tokenHash: string, now: number, until: number): Sql =>
  sql`INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at)
    SELECT ${tokenHash}, id, ${now}, ${now}, ${until} FROM accounts WHERE role = 'admin' LIMIT 1
    RETURNING account_id`

/** Of the first administrator, for the demo alone: its token, and what opens it. */
export function newSession(): { token: string; open: Sql } {
  const token = mintSessionToken(readLocalPepper())
  const now = Date.now()
  return { token, open: toOpenSession(hashSecret(token), now, now + TIMINGS.adminSessionMs) }
}

export const BARE_BARS = sql`SELECT id FROM bars WHERE logo_url IS NULL AND photos_url IS NULL`

/**
 * Draws logo and photos for those of the bars that `bare` names. They are uploaded like any other, in the session of
 * this token, which ends with it.
 */
export async function hangPictures(
  origin: string,
  bars: ReturnType<typeof toDemoBars>,
  bare: Row[] | undefined,
  token: string,
): Promise<void> {
  const ids = readRows(v.object({ id: v.string() }), bare).map(({ id }) => id)
  const upload = async (path: string, picture: Buffer): Promise<string> => {
    const headers = { Cookie: `__Host-admin=${token}`, Origin: origin, 'Content-Type': 'image/png' }
    const body = new Uint8Array(picture)
    const answer = await fetch(origin + path, { method: 'POST', headers, body })
    return v.parse(uploadedSchema, await answer.json()).path
  }
  const drawn = bars
    .filter(({ row }) => ids.includes(row.id))
    .map(({ row: { id }, emblem, palette }) => {
      return { id, logo: drawLogo(emblem, palette), photos: drawPhotos(palette) }
    })
  // Drawing takes seconds: only now are connections noticed that the server closed meanwhile.
  await sleep(CONNECTIONS_CLOSE_MS)
  const updates: Sql[] = []
  for (const { id, logo, photos } of drawn) {
    const logoPath = await upload(ADMIN_API.logos, logo)
    const paths: string[] = []
    for (const photo of photos) paths.push(await upload(ADMIN_API.photos, photo))
    updates.push(sql`UPDATE bars SET logo_url = ${logoPath}, photos_url = ${JSON.stringify(paths)}
      WHERE id = ${id} AND logo_url IS NULL AND photos_url IS NULL`)
  }
  const end = sql`DELETE FROM admin_sessions WHERE token_hash = ${hashSecret(token)}`
  await runSql(PLACE, [...updates, end])
}
