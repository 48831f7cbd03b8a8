import { Hono } from 'hono'
import type { Block } from '#contract/blocks.ts'
import { helpRequestSchema, helpWithdrawalSchema } from '#contract/help.ts'
import { API } from '#contract/paths.ts'
import { editRequestSchema } from '#contract/profile-form.ts'
import { reportRequestSchema } from '#contract/reports.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { idOf, readJsonBody } from '#worker/http/input.ts'
import { keepPhotoWhile, readPhoto } from '#worker/media/photos.ts'
import { asVisitor } from '#worker/middleware/visit.ts'
import { readSubscription } from '#worker/notices/read-subscription.ts'
import { streamOwnData } from './own-data-stream.ts'

export const visit = new Hono<AppEnv>()
  .patch(API.visit, async (c) => {
    const ask = asVisitor(c)
    const {
      photo: data,
      thumbnail = null,
      ...request
    } = await readJsonBody(c.req.raw, editRequestSchema)
    const photo = typeof data === 'string' ? readPhoto(data, thumbnail) : null
    if (photo) await ask((room, visit) => room.allowPhoto(visit))
    const changes = data === undefined ? request : { ...request, photo: photo?.path ?? null }
    const editing = ask((room, visit) => room.edit(visit, changes))
    const { person } = photo ? await keepPhotoWhile(c.env, photo, editing, true) : await editing
    return c.json({ person })
  })
  .get(API.visit, async (c) => {
    const ask = asVisitor(c)
    const body = await streamOwnData((from) => ask((room, visit) => room.ownData(visit, from)))
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
  .delete(API.visit, async (c) => {
    const { erased } = await asVisitor(c)((room, visit) => room.leave(visit))
    return c.json({ erased })
  })
  .put(API.notices, async (c) => {
    const ask = asVisitor(c)
    const subscription = await readSubscription(c)
    await ask((room, visit) => room.subscribe(visit, subscription))
    return c.body(null, 204)
  })
  .delete(API.notices, async (c) => {
    await asVisitor(c)((room, visit) => room.subscribe(visit, null))
    return c.body(null, 204)
  })
  .get(API.blocks, async (c) => {
    const { blocks } = await asVisitor(c)((room, visit) => room.blocks(visit))
    return c.json(blocks satisfies Block[])
  })
  .put(API.block, async (c) => {
    const ask = asVisitor(c)
    const personId = idOf(c, 'personId')
    await ask((room, visit) => room.block(visit, personId))
    return c.body(null, 204)
  })
  .delete(API.block, async (c) => {
    const ask = asVisitor(c)
    const personId = idOf(c, 'personId')
    await ask((room, visit) => room.unblock(visit, personId))
    return c.body(null, 204)
  })
  .post(API.reports, async (c) => {
    const ask = asVisitor(c)
    const request = await readJsonBody(c.req.raw, reportRequestSchema)
    await ask((room, visit) => room.report(visit, request))
    return c.body(null, 204)
  })
  .put(API.help, async (c) => {
    const ask = asVisitor(c)
    const call = await readJsonBody(c.req.raw, helpRequestSchema)
    const { help } = await ask((room, visit) => room.callHelp(visit, call))
    return c.json({ help })
  })
  .delete(API.help, async (c) => {
    const ask = asVisitor(c)
    const { id } = await readJsonBody(c.req.raw, helpWithdrawalSchema)
    const { help } = await ask((room, visit) => room.withdrawHelp(visit, id))
    return c.json({ help })
  })
