import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'

/** The router decodes a path before it matches. Other spellings of an address are unknown. */
export const oneSpelling = createMiddleware<AppEnv>(async (c, next) => {
  if (new URL(c.req.url).pathname !== c.req.path) throw new CodedError('not_found')
  await next()
})
