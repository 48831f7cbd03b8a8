import { Hono } from 'hono'
import * as v from 'valibot'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { listBars, picturesOf, showsElsewhere } from '#worker/db/bars.ts'
import { createBar } from '#worker/db/new-bars.ts'
import { at } from '#worker/http/at.ts'
import { cursorSchema, parseInput, readJsonBody } from '#worker/http/input.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'
import { log } from '#worker/log.ts'
import { refuseMissingPictures } from '#worker/media/bar-pictures.ts'
import { accountOf, only } from '#worker/middleware/signed-in.ts'
import { sendBarsChanged } from '#worker/monitor/notify.ts'

const pageSchema = v.strictObject({ after: cursorSchema(1) })

export const adminBars = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.listBars), async (c) => {
    const { after } = parseInput(pageSchema, c.req.query())
    return c.json(await listBars(c.env.DB, accountOf(c), ownOriginOf(c.req.raw, c.env), after))
  })
  .on(...at(ADMIN_ENDPOINTS.createBar), only('registerBar'), async (c) => {
    const newBar = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.createBar.body)
    const pictures = picturesOf(newBar)
    await refuseMissingPictures(c.env, pictures)
    if (await showsElsewhere(c.env.DB, newBar, pictures)) throw new CodedError('picture_gone')
    const origin = ownOriginOf(c.req.raw, c.env)
    const act = actOf(c, 'bar_made')
    const { bar, isNew } = await createBar(c.env.DB, accountOf(c), newBar, origin, act)
    // A retry does this too: the first request may have failed before this step.
    await sendBarsChanged(c.env)
    if (isNew && bar.email) log('bar_welcome_email_pending', { barId: bar.id })
    return c.json(bar, isNew ? 201 : 200)
  })
