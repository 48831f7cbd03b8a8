import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'
import { readLocalPepper } from './administrators.ts'
import type { Sql } from './database.ts'
import { readRows, runSql, sql } from './database.ts'
import type { toDemoBars } from './demo-bars.ts'
import { drawLogo, drawPhotos } from './demo-scenes.ts'
import { STATE_DIR } from './paths.ts'

const uploadedSchema = v.object({ path: v.string() })
const CONNECTIONS_CLOSE_MS = 100
const PLACE = { stateDir: STATE_DIR }

/**
 * Draws logo and photos for those of the bars that have neither. They are uploaded like any other, in
 * a session of the first administrator that ends with it; without an administrator there are none.
 */
export async function hangPictures(
  origin: string,
  bars: ReturnType<typeof toDemoBars>,
): Promise<void> {
  const token = mintSessionToken(readLocalPepper())
  const tokenHash = hashSecret(token)
  const [now, until] = [Date.now(), Date.now() + TIMINGS.adminSessionMs]
  const [bare, sessions] = await runSql(PLACE, [
    sql`SELECT id FROM bars WHERE logo_url IS NULL AND photos_url IS NULL`,
    sql`INSERT INTO admin_sessions (token_hash, admin_id, created_at, last_used_at, expires_at)
      SELECT ${tokenHash}, id, ${now}, ${now}, ${until} FROM admins WHERE role = 'admin' LIMIT 1 RETURNING admin_id`,
  ])
  if (!sessions?.length) return
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
  await runSql(PLACE, [...updates, sql`DELETE FROM admin_sessions WHERE token_hash = ${tokenHash}`])
}
