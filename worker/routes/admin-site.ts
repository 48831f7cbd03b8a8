import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { SiteState } from '#contract/site-state.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { findSiteState, saveSiteState } from '#worker/db/site-state.ts'
import { at } from '#worker/http/at.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { only, provenAccountOf } from '#worker/middleware/signed-in.ts'

/** Rooms read the state from D1 themselves (worker/room/people/site-stop.ts). */
export const adminSite = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.readSite), only('stopSite'), async (c) =>
    c.json(await findSiteState(c.env.DB)),
  )
  .on(...at(ADMIN_ENDPOINTS.saveSite), only('stopSite'), async (c) => {
    provenAccountOf(c)
    const state = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.saveSite.body)
    const act = actOf(c, state.isStopped ? 'site_stopped' : 'site_reopened')
    await saveSiteState(c.env.DB, state, act)
    return c.json(state satisfies SiteState)
  })
