import { Hono } from 'hono'
import { API } from '#contract/paths.ts'
import type { Entered } from '#contract/person.ts'
import { enterRequestSchema } from '#contract/person.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { allowOnly } from '#worker/errors.ts'
import { keepPhotoWhile, readPhoto } from '#worker/media/photos.ts'
import { readJsonBody } from '#worker/rim/json-body.ts'
import { barIdOf } from '#worker/rim/path.ts'
import { callRoom } from '#worker/room/call-room.ts'
import { roomOf } from '#worker/room/stub.ts'
import { hashVisitSecret, mintVisitSecret } from '#worker/room/visit-secret.ts'

export const people = new Hono<AppEnv>()
  .post(API.people, async (c) => {
    const barId = barIdOf(c)
    const request = await readJsonBody(c.req.raw, enterRequestSchema)
    const photo = request.photo === null ? null : readPhoto(request.photo)
    const expiresAt = Date.now() + TIMINGS.visitMs
    const claim = { barId, personId: request.id, expiresAt }
    const secret = await mintVisitSecret(c.env.VISIT_SIGNING_KEY, claim)
    const secretHash = await hashVisitSecret(secret)
    const entry = { ...request, barId, photo: photo?.path ?? null, secretHash, expiresAt }
    const entering = callRoom(() => roomOf(c.env, barId).enter(entry))
    const { person } = photo ? await keepPhotoWhile(c.env, photo, entering) : await entering
    return c.json({ person, secret } satisfies Entered, 201)
  })
  .all(API.people, allowOnly('POST'))
