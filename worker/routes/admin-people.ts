import { Hono } from 'hono'
import * as v from 'valibot'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import { idSchema } from '#contract/id.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { callRoom, roomOf } from '#worker/durable-objects.ts'
import { allowOnly } from '#worker/errors.ts'
import { barIdOf } from '#worker/http/input.ts'
import { log } from '#worker/log.ts'
import { adminOf } from '#worker/middleware/admin-only.ts'

export const adminPeople = new Hono<AppEnv>()
  .delete(ADMIN_API.person, async (c) => {
    const barId = barIdOf(c)
    const personId = c.req.param('personId')
    if (!v.is(idSchema, personId)) throw new CodedError('person_not_found')
    const adminId = adminOf(c).user.id
    await callRoom(() => roomOf(c.env, barId).remove(personId, adminId))
    log('person_removed', { barId, adminId, at: new Date().toISOString() })
    return c.body(null, 204)
  })
  .all(ADMIN_API.person, allowOnly('DELETE'))
