import { Hono } from 'hono'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { answerNotFound } from '#worker/errors.ts'
import { serveMedia } from '#worker/media/serve.ts'

const MEDIA = `${MEDIA_PREFIX}*`

export const media = new Hono<AppEnv>().get(MEDIA, async (c) => {
  const key = c.req.path.slice(MEDIA_PREFIX.length)
  return (await serveMedia(c.env, key, c.req.raw)) ?? answerNotFound(c)
})
