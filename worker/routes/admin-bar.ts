import type { Context } from 'hono'
import { Hono } from 'hono'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { deleteBarRequestSchema, editedBarSchema } from '#contract/bar-form.ts'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { finishDeletion } from '#worker/bar-deletion.ts'
import { findAdminBar } from '#worker/db/bars.ts'
import { deleteBar, editBar, isMadeBy, pauseBar } from '#worker/db/changed-bars.ts'
import { callObject, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { allowOnly } from '#worker/errors.ts'
import { barIdOf, readJsonBody } from '#worker/http/input.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'
import type { LogEvent } from '#worker/log.ts'
import { log } from '#worker/log.ts'
import { refuseMissingPictures } from '#worker/media/bar-pictures.ts'
import { adminOf } from '#worker/middleware/admin-only.ts'
import { sendBarsChanged } from '#worker/monitor/notify.ts'

export const adminBar = new Hono<AppEnv>()
  .get(ADMIN_API.bar, async (c) => c.json(await findBar(c)))
  .put(ADMIN_API.bar, async (c) => {
    const edited = await readJsonBody(c.req.raw, editedBarSchema)
    const bar = await findBar(c)
    if (isMadeBy(bar, edited)) return c.json(bar)
    if (bar.revision !== edited.revision) throw new CodedError('conflict')
    // Pictures in use may be older than the limit for new ones.
    const shown = [bar.logoUrl, bar.coverUrl, ...bar.photoUrls]
    const added = [edited.logo, edited.cover, ...edited.photos].filter(
      (path) => !shown.includes(path),
    )
    await refuseMissingPictures(c.env, added)
    const changed = await editBar(c.env.DB, bar.id, edited, ownOriginOf(c.req.raw, c.env))
    // The night's code changes at noon of the state's time zone.
    if (changed.state !== bar.state) await tellRoom(c)
    await sendBarsChanged(c.env)
    return c.json(changed)
  })
  .delete(ADMIN_API.bar, async (c) => {
    const { name } = await readJsonBody(c.req.raw, deleteBarRequestSchema)
    const deleted = await deleteBar(c.env.DB, barIdOf(c), name, Date.now())
    note(c, 'bar_deleted')
    await sendBarsChanged(c.env)
    await finishDeletion(c.env, deleted)
    return c.body(null, 204)
  })
  .all(ADMIN_API.bar, allowOnly('GET', 'HEAD', 'PUT', 'DELETE'))
  .put(ADMIN_API.pause, (c) => setPaused(c, true))
  .delete(ADMIN_API.pause, (c) => setPaused(c, false))
  .all(ADMIN_API.pause, allowOnly('PUT', 'DELETE'))

async function findBar(c: Context<AppEnv>) {
  const bar = await findAdminBar(c.env.DB, barIdOf(c), ownOriginOf(c.req.raw, c.env))
  if (!bar) throw new CodedError('bar_not_found')
  return bar
}

/** Changes D1 and the room in one request: the room caches the bar status. */
async function setPaused(c: Context<AppEnv>, paused: boolean): Promise<Response> {
  const barId = barIdOf(c)
  const bar = await pauseBar(c.env.DB, barId, paused, Date.now(), ownOriginOf(c.req.raw, c.env))
  note(c, paused ? 'bar_paused' : 'bar_reopened')
  await tellRoom(c)
  await sendBarsChanged(c.env)
  return c.json(bar)
}

async function tellRoom(c: Context<AppEnv>): Promise<void> {
  const barId = barIdOf(c)
  await callObject(() => roomOf(c.env, barId).barChanged(barId), RETRIES)
}

function note(c: Context<AppEnv>, event: LogEvent): void {
  const adminId = adminOf(c).user.id
  log(event, { barId: barIdOf(c), adminId, at: new Date().toISOString() })
}
