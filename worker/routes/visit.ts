import { Hono } from 'hono'
import * as v from 'valibot'
import type { Block } from '#contract/blocks.ts'
import { CodedError } from '#contract/errors.ts'
import { helpRequestSchema, helpWithdrawalSchema } from '#contract/help.ts'
import { idSchema } from '#contract/id.ts'
import { API } from '#contract/paths.ts'
import { editRequestSchema } from '#contract/profile-form.ts'
import { reportRequestSchema } from '#contract/reports.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { callRoom, roomOf } from '#worker/durable-objects.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { keepPhotoWhile, readPhoto } from '#worker/media/photos.ts'
import { visitOf } from '#worker/middleware/visit.ts'
import { readSubscription } from '#worker/notices/read-subscription.ts'
import { streamOwnData } from './own-data-stream.ts'

export const visit = new Hono<AppEnv>()
  .patch(API.visit, async (c) => {
    const visit = visitOf(c)
    const {
      photo: data,
      thumbnail = null,
      ...request
    } = await readJsonBody(c.req.raw, editRequestSchema)
    const photo = typeof data === 'string' ? readPhoto(data, thumbnail) : null
    if (photo) await callRoom(() => roomOf(c.env, visit.barId).allowPhoto(visit))
    const changes = data === undefined ? request : { ...request, photo: photo?.path ?? null }
    const editing = callRoom(() => roomOf(c.env, visit.barId).edit(visit, changes))
    const { person } = photo ? await keepPhotoWhile(c.env, photo, editing, true) : await editing
    return c.json({ person })
  })
  .get(API.visit, async (c) => {
    const visit = visitOf(c)
    const body = await streamOwnData((from) =>
      callRoom(() => roomOf(c.env, visit.barId).ownData(visit, from)),
    )
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
  .put(API.leaving, async (c) => {
    const visit = visitOf(c)
    const { endsAt } = await callRoom(() => roomOf(c.env, visit.barId).startLeaving(visit))
    return c.json({ endsAt })
  })
  .delete(API.leaving, async (c) => {
    const visit = visitOf(c)
    await callRoom(() => roomOf(c.env, visit.barId).stay(visit))
    return c.body(null, 204)
  })
  .put(API.notices, async (c) => {
    const visit = visitOf(c)
    const subscription = await readSubscription(c)
    await callRoom(() => roomOf(c.env, visit.barId).subscribe(visit, subscription))
    return c.body(null, 204)
  })
  .delete(API.notices, async (c) => {
    const visit = visitOf(c)
    await callRoom(() => roomOf(c.env, visit.barId).subscribe(visit, null))
    return c.body(null, 204)
  })
  .get(API.blocks, async (c) => {
    const visit = visitOf(c)
    const { blocks } = await callRoom(() => roomOf(c.env, visit.barId).blocks(visit))
    return c.json(blocks satisfies Block[])
  })
  .put(API.block, async (c) => {
    const visit = visitOf(c)
    const personId = personIdOf(c.req.param('personId'))
    await callRoom(() => roomOf(c.env, visit.barId).block(visit, personId))
    return c.body(null, 204)
  })
  .delete(API.block, async (c) => {
    const visit = visitOf(c)
    const personId = personIdOf(c.req.param('personId'))
    await callRoom(() => roomOf(c.env, visit.barId).unblock(visit, personId))
    return c.body(null, 204)
  })
  .post(API.reports, async (c) => {
    const visit = visitOf(c)
    const request = await readJsonBody(c.req.raw, reportRequestSchema)
    await callRoom(() => roomOf(c.env, visit.barId).report(visit, request))
    return c.body(null, 204)
  })
  .put(API.help, async (c) => {
    const visit = visitOf(c)
    const call = await readJsonBody(c.req.raw, helpRequestSchema)
    const { help } = await callRoom(() => roomOf(c.env, visit.barId).callHelp(visit, call))
    return c.json({ help })
  })
  .delete(API.help, async (c) => {
    const visit = visitOf(c)
    const { id } = await readJsonBody(c.req.raw, helpWithdrawalSchema)
    const { help } = await callRoom(() => roomOf(c.env, visit.barId).withdrawHelp(visit, id))
    return c.json({ help })
  })

function personIdOf(text: string): string {
  if (!v.is(idSchema, text)) throw new CodedError('person_not_found')
  return text
}
