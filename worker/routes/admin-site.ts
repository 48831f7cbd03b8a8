import { Hono } from 'hono'
import type { ActKind } from '#contract/acts.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import { siteChangeSchema } from '#contract/site-state.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { changeSiteState, findSiteState, isSame } from '#worker/db/site-state.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { only, provenAccountOf } from '#worker/middleware/signed-in.ts'
import { noteSiteState } from '#worker/site-state.ts'

export const adminSite = new Hono<AppEnv>()
  .get(ADMIN_API.site, only('stopSite'), async (c) => c.json(await findSiteState(c.env.DB)))
  .put(ADMIN_API.site, only('stopSite'), async (c) => {
    provenAccountOf(c)
    const change = await readJsonBody(c.req.raw, siteChangeSchema)
    const { from, to } = change
    const kinds: ActKind[] = []
    if (to.isStopped !== from.isStopped) {
      kinds.push(to.isStopped ? 'site_stopped' : 'site_reopened')
    }
    if (to.notice !== from.notice) kinds.push('site_notice_changed')
    const acts = kinds.map((kind) => actOf(c, kind))
    const now = await changeSiteState(c.env.DB, change, acts)
    noteSiteState(now)
    if (!isSame(now, to)) throw new CodedError('conflict', 'it has changed meanwhile')
    return c.json(now)
  })
