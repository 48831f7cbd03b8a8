import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Entered, Recognised } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { deviceKeyRequestSchema } from '#contract/profile-form.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import { hashSecret, readDeviceKey, readMark } from '#worker/auth/tokens.ts'
import { callRoom, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { barIdOf, readJsonBody } from '#worker/http/input.ts'
import { hashNetworksOf } from '#worker/http/network.ts'
import { isKnown, isKnownOpen } from '#worker/known-bars.ts'
import { log } from '#worker/log.ts'
import { erasePhoto, keepPhotoWhile, readPhoto } from '#worker/media/photos.ts'
import { countRequest } from '#worker/middleware/rate-limits.ts'
import { callUntilEnded, hasEnded } from '#worker/middleware/visit.ts'
import type { Browser } from '#worker/room/rpc.ts'

export const people = new Hono<AppEnv>()
  .on(...at(FORM_ENDPOINTS.enter), async (c) => {
    const barId = barIdOf(c)
    await countRequest(c, 'CREATIONS_PER_NETWORK')
    const { attempt, deviceKey, mark, entryCode, thumbnail, ...request } = await readJsonBody(
      c.req.raw,
      FORM_ENDPOINTS.enter.body,
    )
    const photo = request.photo === null ? null : readPhoto(request.photo, thumbnail)
    const profile = { ...request, photo: photo?.path ?? null }
    const mustBeOpen = photo !== null || !isKnown(barId)
    const isOpen = mustBeOpen && (await isKnownOpen(c, barId))
    const browser: Browser = {
      device: deviceKey === null ? null : readDevice(c, barId, deviceKey),
      mark: mark === null ? null : readBrowserMark(c, barId, mark),
      ...hashNetworksOf(c.env.VISIT_SIGNING_KEY, barId, c.req.raw),
    }
    const entering = callRoom(() =>
      roomOf(c.env, barId).enter(barId, attempt, profile, browser, entryCode),
    )
    const { entered } = photo
      ? await keepPhotoWhile(c.env, photo, entering, isOpen)
      : await entering
    if (photo && entered.person.photo !== photo.path) {
      const erasing = erasePhoto(c.env, photo.path)
      c.executionCtx.waitUntil(erasing.catch((error) => log('photo_not_erased', { error })))
    }
    return c.json(entered, 201)
  })
  .on(...at(FORM_ENDPOINTS.recognise), async (c) => {
    const { device, hash } = await readDeviceOf(c)
    const { name, photo } = await callUntilEnded(hash, 'person_not_found', () =>
      roomOf(c.env, device.barId).recognise(device),
    )
    return c.json({ id: device.personId, name, photo } satisfies Recognised)
  })
  .on(...at(FORM_ENDPOINTS.continueVisit), async (c) => {
    const { device, hash } = await readDeviceOf(c)
    const { entered } = await callUntilEnded(hash, 'person_not_found', () =>
      roomOf(c.env, device.barId).continueAs(device),
    )
    return c.json(entered satisfies Entered, 201)
  })

/** Reads the device key in the body. Throws `person_not_found` if it is invalid or its profile has ended. */
async function readDeviceOf(c: Context<AppEnv>): Promise<{ device: DeviceClaim; hash: string }> {
  const barId = barIdOf(c)
  const { deviceKey } = await readJsonBody(c.req.raw, deviceKeyRequestSchema)
  const device = readDevice(c, barId, deviceKey)
  const hash = hashSecret(deviceKey)
  if (!device || hasEnded(hash)) throw new CodedError('person_not_found')
  return { device, hash }
}

function readDevice(c: Context<AppEnv>, barId: string, deviceKey: string): DeviceClaim | null {
  const claim = readDeviceKey(c.env.VISIT_SIGNING_KEY, deviceKey)
  if (claim?.barId !== barId) return null
  return Date.now() - claim.madeAt < TIMINGS.deviceKeyMs ? claim : null
}

/** Accepts expired marks, so that a removal at the end of a mark's life lasts as long as any other. */
function readBrowserMark(c: Context<AppEnv>, barId: string, mark: string): Browser['mark'] {
  const claim = readMark(c.env.VISIT_SIGNING_KEY, mark)
  if (claim?.barId !== barId) return null
  return { id: claim.id, text: Date.now() - claim.mintedAt < TIMINGS.markMs ? mark : null }
}
