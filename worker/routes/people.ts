import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Entered, Recognised } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import { API } from '#contract/paths.ts'
import { deviceKeyRequestSchema, enterRequestSchema } from '#contract/person.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { allowOnly } from '#worker/errors.ts'
import { log } from '#worker/log.ts'
import { erasePhoto, keepPhotoWhile, readPhoto } from '#worker/media/photos.ts'
import { readJsonBody } from '#worker/rim/json-body.ts'
import { barIdOf } from '#worker/rim/path.ts'
import { callRoom } from '#worker/room/call-room.ts'
import { mintDeviceKey } from '#worker/room/device-key.ts'
import { roomOf } from '#worker/room/stub.ts'
import { hashVisitSecret, mintVisitSecret } from '#worker/room/visit-secret.ts'
import { deviceOf } from './device.ts'

export const people = new Hono<AppEnv>()
  .post(API.people, async (c) => {
    const barId = barIdOf(c)
    const { deviceKey, attempt, ...request } = await readJsonBody(c.req.raw, enterRequestSchema)
    const photo = request.photo === null ? null : readPhoto(request.photo)
    const device = await deviceOf(c, barId, deviceKey)
    const expiresAt = Date.now() + TIMINGS.visitMs
    const claim = { barId, personId: request.id, expiresAt }
    const minted = await mintVisitSecret(c.env.VISIT_SIGNING_KEY, claim)
    const secretHash = await hashVisitSecret(minted)
    const attemptHash = attempt === undefined ? null : await hashVisitSecret(attempt)
    const proofs = { secretHash, attemptHash, expiresAt }
    const entry = { ...request, photo: photo?.path ?? null, ...proofs }
    const entering = callRoom(() => roomOf(c.env, barId).enter(barId, entry, device))
    const arrived = photo ? await keepPhotoWhile(c.env, photo, entering) : await entering
    const { person, secret, isRepeat = false } = arrived
    if (photo && person.photo !== photo.path) {
      // An earlier try has brought the photo already.
      const erasing = erasePhoto(c.env, photo.path)
      c.executionCtx.waitUntil(erasing.catch((error) => log('photo_not_erased', { error })))
    }
    if (secret !== null && !isRepeat) {
      const ownKey = device.personId === person.id ? deviceKey : null
      return answer(c, { person, secret, deviceKey: ownKey, recovered: true })
    }
    const newKey = await mintDeviceKey(c.env.VISIT_SIGNING_KEY, barId, person.id)
    return answer(c, { person, secret: secret ?? minted, deviceKey: newKey, recovered: false })
  })
  .all(API.people, allowOnly('POST'))
  .post(API.recognise, async (c) => {
    const { barId, personId } = await readKey(c)
    const { name, photo } = await callRoom(() => roomOf(c.env, barId).recognise(personId))
    return c.json({ name, photo } satisfies Recognised)
  })
  .all(API.recognise, allowOnly('POST'))
  .post(API.continue, async (c) => {
    const { barId, personId, deviceKey } = await readKey(c)
    const { person, secret } = await callRoom(() => roomOf(c.env, barId).continueAs(personId))
    return answer(c, { person, secret: secret ?? '', deviceKey, recovered: true })
  })
  .all(API.continue, allowOnly('POST'))

function answer(c: Context<AppEnv>, entered: Entered): Response {
  return c.json(entered, 201)
}

/** The profile of this bar that the device key in the body proves. Nobody's key wakes no room. */
async function readKey(c: Context<AppEnv>) {
  const barId = barIdOf(c)
  const { deviceKey } = await readJsonBody(c.req.raw, deviceKeyRequestSchema)
  const { personId } = await deviceOf(c, barId, deviceKey)
  if (personId === null) throw new CodedError('person_not_found')
  return { barId, personId, deviceKey }
}
