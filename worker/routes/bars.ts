import { Hono } from 'hono'
import type { OnlineCount } from '#contract/bar.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { at } from '#worker/http/at.ts'
import { barIdOf } from '#worker/http/input.ts'
import { countOnline, lookUpBar } from '#worker/known-bars.ts'

export const bars = new Hono<AppEnv>()
  .on(...at(ENDPOINTS.readBar), async (c) => {
    const bar = await lookUpBar(c, barIdOf(c))
    if (!bar) throw new CodedError('bar_not_found')
    return c.json(bar)
  })
  .on(...at(ENDPOINTS.countOnline), async (c) => {
    const online = await countOnline(c, barIdOf(c))
    return c.json({ online } satisfies OnlineCount)
  })
