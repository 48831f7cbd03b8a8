import { Hono } from 'hono'
import { SITE_NOTICE } from '#contract/paths.ts'
import type { SiteNotice } from '#contract/site-state.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { languageOf } from '#worker/pages/language.ts'
import { siteState, toNotice } from '#worker/site-state.ts'

/** For pages that stay open all night (web/site-notice.ts). */
export const siteNotice = new Hono<AppEnv>().get(SITE_NOTICE, async (c) => {
  const notice = toNotice(await siteState(c), languageOf(c))
  return c.json({ notice } satisfies SiteNotice)
})
