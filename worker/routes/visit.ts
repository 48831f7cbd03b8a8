import { Hono } from 'hono'
import { API } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { allowOnly } from '#worker/errors.ts'
import { visitOf } from '#worker/middleware/visit.ts'
import { callRoom } from '#worker/room/call-room.ts'
import { roomOf } from '#worker/room/stub.ts'

export const visit = new Hono<AppEnv>()
  .put(API.leaving, async (c) => {
    const visit = await visitOf(c)
    const { endsAt } = await callRoom(() => roomOf(c.env, visit.barId).startLeaving(visit))
    return c.json({ endsAt })
  })
  .delete(API.leaving, async (c) => {
    const visit = await visitOf(c)
    await callRoom(() => roomOf(c.env, visit.barId).stay(visit))
    return c.body(null, 204)
  })
  .all(API.leaving, allowOnly('PUT', 'DELETE'))
