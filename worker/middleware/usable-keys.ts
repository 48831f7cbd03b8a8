import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { whyUnusable } from '#worker/auth/keys.ts'
import { log } from '#worker/log.ts'

/** Nothing is served with a secret that is missing, too short or misspelt. */
export const usableKeys = createMiddleware<AppEnv>(async ({ env }, next) => {
  const { VISIT_SIGNING_KEY, PASSWORD_PEPPER } = env
  const unusable = Object.entries({ VISIT_SIGNING_KEY, PASSWORD_PEPPER }).find(
    ([, secret]) => whyUnusable(secret ?? '') !== null,
  )
  if (unusable) {
    log('key_unusable', { setting: unusable[0] })
    throw new CodedError('internal')
  }
  await next()
})
