import { Hono } from 'hono'
import * as v from 'valibot'
import { ENDPOINTS } from '#contract/endpoints.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { at } from '#worker/http/at.ts'
import { idOf, parseInput } from '#worker/http/input.ts'
import { asVisitor } from '#worker/middleware/visit.ts'

const messageNumber = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,14})$/), v.transform(Number))

const pageSchema = v.pipe(
  v.strictObject({
    before: v.exactOptional(messageNumber),
    after: v.exactOptional(messageNumber),
  }),
  v.check(({ before, after }) => before === undefined || after === undefined),
)

export const conversations = new Hono<AppEnv>().on(...at(ENDPOINTS.readHistory), async (c) => {
  const ask = asVisitor(c)
  const partnerId = idOf(c, 'personId')
  const page = parseInput(pageSchema, c.req.query())
  const { history } = await ask((room, visit) => room.history(visit, partnerId, page))
  return c.json(history)
})
