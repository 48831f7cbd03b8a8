import { Hono } from 'hono'
import type { Block } from '#contract/blocks.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { VISIT_ENDPOINTS } from '#contract/visit-endpoints.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { at } from '#worker/http/at.ts'
import { idOf, readJsonBody } from '#worker/http/input.ts'
import { keepPhotoWhile, readPhoto } from '#worker/media/photos.ts'
import { asVisitor } from '#worker/middleware/visit.ts'
import { readSubscription } from '#worker/notices/read-subscription.ts'
import { streamOwnData } from './own-data-stream.ts'

export const visit = new Hono<AppEnv>()
  .on(...at(FORM_ENDPOINTS.editProfile), async (c) => {
    const ask = asVisitor(c)
    const {
      photo: data,
      thumbnail = null,
      ...request
    } = await readJsonBody(c.req.raw, FORM_ENDPOINTS.editProfile.body)
    const photo = typeof data === 'string' ? readPhoto(data, thumbnail) : null
    if (photo) await ask((room, visit) => room.allowPhoto(visit))
    const changes = data === undefined ? request : { ...request, photo: photo?.path ?? null }
    const editing = ask((room, visit) => room.edit(visit, changes))
    const { person } = photo ? await keepPhotoWhile(c.env, photo, editing, true) : await editing
    return c.json({ person })
  })
  .on(...at(FORM_ENDPOINTS.readOwnData), async (c) => {
    const ask = asVisitor(c)
    const body = await streamOwnData((from) => ask((room, visit) => room.ownData(visit, from)))
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
  .on(...at(ENDPOINTS.leave), async (c) => {
    const { erased } = await asVisitor(c)((room, visit) => room.leave(visit))
    return c.json({ erased })
  })
  .on(...at(VISIT_ENDPOINTS.subscribe), async (c) => {
    const ask = asVisitor(c)
    const subscription = await readSubscription(c)
    await ask((room, visit) => room.subscribe(visit, subscription))
    return c.body(null, 204)
  })
  .on(...at(VISIT_ENDPOINTS.unsubscribe), async (c) => {
    await asVisitor(c)((room, visit) => room.subscribe(visit, null))
    return c.body(null, 204)
  })
  .on(...at(VISIT_ENDPOINTS.listBlocks), async (c) => {
    const { blocks } = await asVisitor(c)((room, visit) => room.blocks(visit))
    return c.json(blocks satisfies Block[])
  })
  .on(...at(VISIT_ENDPOINTS.block), async (c) => {
    const ask = asVisitor(c)
    const personId = idOf(c, 'personId')
    await ask((room, visit) => room.block(visit, personId))
    return c.body(null, 204)
  })
  .on(...at(VISIT_ENDPOINTS.unblock), async (c) => {
    const ask = asVisitor(c)
    const personId = idOf(c, 'personId')
    await ask((room, visit) => room.unblock(visit, personId))
    return c.body(null, 204)
  })
  .on(...at(FORM_ENDPOINTS.report), async (c) => {
    const ask = asVisitor(c)
    const request = await readJsonBody(c.req.raw, FORM_ENDPOINTS.report.body)
    await ask((room, visit) => room.report(visit, request))
    return c.body(null, 204)
  })
  .on(...at(VISIT_ENDPOINTS.callHelp), async (c) => {
    const ask = asVisitor(c)
    const call = await readJsonBody(c.req.raw, VISIT_ENDPOINTS.callHelp.body)
    const { help } = await ask((room, visit) => room.callHelp(visit, call))
    return c.json({ help })
  })
  .on(...at(VISIT_ENDPOINTS.withdrawHelp), async (c) => {
    const ask = asVisitor(c)
    const { id } = await readJsonBody(c.req.raw, VISIT_ENDPOINTS.withdrawHelp.body)
    const { help } = await ask((room, visit) => room.withdrawHelp(visit, id))
    return c.json({ help })
  })
