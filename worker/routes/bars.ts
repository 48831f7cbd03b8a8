import { Hono } from 'hono'
import type { OnlineCount } from '#contract/bar.ts'
import { CodedError } from '#contract/errors.ts'
import { API } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { barIdOf } from '#worker/http/input.ts'
import { countOnline, lookUpBar } from '#worker/known-bars.ts'

export const bars = new Hono<AppEnv>()
  .get(API.bar, async (c) => {
    const bar = await lookUpBar(c, barIdOf(c))
    if (!bar) throw new CodedError('bar_not_found')
    return c.json(bar)
  })
  .get(API.online, async (c) => {
    const online = await countOnline(c, barIdOf(c))
    return c.json({ online } satisfies OnlineCount)
  })
