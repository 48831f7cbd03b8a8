import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'

/** The router decodes a path before it matches; an address with a second spelling is unknown. */
export const oneSpelling = createMiddleware<AppEnv>(async (c, next) => {
  if (new URL(c.req.url).pathname !== c.req.path) throw new CodedError('not_found')
  await next()
})
