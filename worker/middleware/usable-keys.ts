import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { whyUnusable } from '#worker/auth/keys.ts'
import { log } from '#worker/log.ts'
import { isUnusableVapidKey } from '#worker/notices/vapid.ts'

/** Refuses every request while a secret is missing, too short or misspelt. */
export const usableKeys = createMiddleware<AppEnv>(async ({ env }, next) => {
  const { VISIT_SIGNING_KEY, PASSWORD_PEPPER, VAPID_PRIVATE_KEY } = env
  const [unusable] = [
    ...Object.entries({ VISIT_SIGNING_KEY, PASSWORD_PEPPER }).filter(
      ([, secret]) => whyUnusable(secret ?? '') !== null,
    ),
    ...Object.entries({ VAPID_PRIVATE_KEY }).filter(([, key]) => isUnusableVapidKey(key ?? '')),
  ]
  if (unusable) {
    log('key_unusable', { setting: unusable[0] })
    throw new CodedError('internal')
  }
  await next()
})
