import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import type { AppEnv } from '#worker/app-env.ts'

/** Never HTML: the template with its placeholder for a nonce is not for anybody's browser. */
const PUBLIC_FILE = '/:file{[\\w-]+\\.(?:svg|png|ico|webmanifest|txt)}'

const answerFile: MiddlewareHandler<AppEnv> = async (c, next) => {
  const answer = await c.env.ASSETS.fetch(c.req.raw)
  if (!answer.ok && answer.status !== 304) return next()
  const headers = new Headers(answer.headers)
  headers.set('Cache-Control', 'public, max-age=3600')
  return new Response(answer.body, { status: answer.status, headers })
}

/** The few files at the root that are not hashed, an icon for example; others are unknown pages. */
export const publicFiles = new Hono<AppEnv>().get(PUBLIC_FILE, answerFile)
