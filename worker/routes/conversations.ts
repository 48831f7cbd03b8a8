import { Hono } from 'hono'
import * as v from 'valibot'
import { CodedError } from '#contract/errors.ts'
import { idSchema } from '#contract/id.ts'
import { API } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { callRoom, roomOf } from '#worker/durable-objects.ts'
import { parseInput } from '#worker/http/input.ts'
import { visitOf } from '#worker/middleware/visit.ts'

const messageNumber = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,14})$/), v.transform(Number))

const pageSchema = v.pipe(
  v.strictObject({
    before: v.exactOptional(messageNumber),
    after: v.exactOptional(messageNumber),
  }),
  v.check(({ before, after }) => before === undefined || after === undefined),
)

export const conversations = new Hono<AppEnv>().get(API.conversation, async (c) => {
  const visit = visitOf(c)
  const partnerId = c.req.param('personId')
  if (!v.is(idSchema, partnerId)) throw new CodedError('person_not_found')
  const page = parseInput(pageSchema, c.req.query())
  const { history } = await callRoom(() =>
    roomOf(c.env, visit.barId).history(visit, partnerId, page),
  )
  return c.json(history)
})
