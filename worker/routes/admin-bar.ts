import type { Context } from 'hono'
import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { timeZoneOf } from '#contract/states.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { finishDeletion } from '#worker/bar-deletion.ts'
import { findAdminBar, picturesOf, showsElsewhere } from '#worker/db/bars.ts'
import { editBar, isMadeBy, markBarDeleted, pauseBar } from '#worker/db/changed-bars.ts'
import { callObject, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { barIdOf, readJsonBody } from '#worker/http/input.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'
import { refuseMissingPictures } from '#worker/media/bar-pictures.ts'
import { barFor } from '#worker/middleware/signed-in.ts'
import { sendBarsChanged } from '#worker/monitor/notify.ts'
import type { Granted } from '#worker/policy/rights.ts'

export const adminBar = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.readBar), async (c) =>
    c.json(await findBar(c, await barFor(c, 'seeBar'))),
  )
  .on(...at(ADMIN_ENDPOINTS.editBar), async (c) => {
    const granted = await barFor(c, 'editBar')
    const edited = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.editBar.body)
    const bar = await findBar(c, granted)
    if (isMadeBy(granted, bar, edited)) {
      // The first request may have failed before this step.
      await notifyRoom(c)
      await sendBarsChanged(c.env)
      return c.json(bar)
    }
    if (bar.revision !== edited.revision) throw new CodedError('conflict')
    // Pictures that the bar already shows may be older than the limit for new ones.
    const shown = picturesOf(bar)
    const added = picturesOf(edited).filter((path) => !shown.includes(path))
    await refuseMissingPictures(c.env, added)
    if (await showsElsewhere(c.env.DB, bar, added)) throw new CodedError('picture_gone')
    const origin = ownOriginOf(c.req.raw, c.env)
    const changed = await editBar(
      c.env.DB,
      granted,
      edited,
      origin,
      actOf(c, 'bar_changed', { barId: bar.id }),
    )
    // The night's code changes at noon in the bar's time zone.
    if (timeZoneOf(changed) !== timeZoneOf(bar)) await notifyRoom(c)
    await sendBarsChanged(c.env)
    return c.json(changed)
  })
  .on(...at(ADMIN_ENDPOINTS.deleteBar), async (c) => {
    const granted = await barFor(c, 'deleteBar')
    const { name } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.deleteBar.body)
    const act = actOf(c, 'bar_deleted', { barId: granted.barId })
    const deleted = await markBarDeleted(c.env.DB, granted, name, act)
    await sendBarsChanged(c.env)
    await finishDeletion(c.env, deleted)
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.pauseBar), (c) => setPaused(c, true))
  .on(...at(ADMIN_ENDPOINTS.reopenBar), (c) => setPaused(c, false))

async function findBar(c: Context<AppEnv>, granted: Granted<'seeBar' | 'editBar'>) {
  const origin = ownOriginOf(c.req.raw, c.env)
  const bar = await findAdminBar(c.env.DB, granted, origin)
  if (!bar) throw new CodedError('bar_not_found')
  return bar
}

/** Changes D1 and the room in one request: the room caches the bar status. */
async function setPaused(c: Context<AppEnv>, paused: boolean): Promise<Response> {
  const granted = await barFor(c, 'pauseBar')
  const origin = ownOriginOf(c.req.raw, c.env)
  const act = actOf(c, paused ? 'bar_paused' : 'bar_reopened', { barId: granted.barId })
  const bar = await pauseBar(c.env.DB, granted, paused, origin, act)
  await notifyRoom(c)
  await sendBarsChanged(c.env)
  return c.json(bar)
}

async function notifyRoom(c: Context<AppEnv>): Promise<void> {
  const barId = barIdOf(c)
  await callObject(() => roomOf(c.env, barId).barChanged(barId), RETRIES)
}
