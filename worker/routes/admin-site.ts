import { Hono } from 'hono'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { SiteState } from '#contract/site-state.ts'
import { siteStateSchema } from '#contract/site-state.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { findSiteState, saveSiteState } from '#worker/db/site-state.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { only, provenAccountOf } from '#worker/middleware/signed-in.ts'

/** Rooms read the state from D1 themselves (worker/room/people/site-stop.ts). */
export const adminSite = new Hono<AppEnv>()
  .get(ADMIN_API.site, only('stopSite'), async (c) => c.json(await findSiteState(c.env.DB)))
  .put(ADMIN_API.site, only('stopSite'), async (c) => {
    provenAccountOf(c)
    const state = await readJsonBody(c.req.raw, siteStateSchema)
    const act = actOf(c, state.isStopped ? 'site_stopped' : 'site_reopened')
    await saveSiteState(c.env.DB, state, act)
    return c.json(state satisfies SiteState)
  })
