import type { Context } from 'hono'
import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { EntryCodeView } from '#contract/entry-code.ts'
import { timeZoneOf } from '#contract/states.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { toEntryCode } from '#worker/auth/tokens.ts'
import type { NamedEntryCode } from '#worker/db/entry-codes.ts'
import { findEntryCode, renewEntryCode, switchEntryCode } from '#worker/db/entry-codes.ts'
import { callObject, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { barIdOf, readJsonBody } from '#worker/http/input.ts'
import { hashNetworksOf } from '#worker/http/network.ts'
import { barFor } from '#worker/middleware/signed-in.ts'
import { sendBarsChanged } from '#worker/monitor/notify.ts'
import { asksForCode, nightAt } from '#worker/policy/entry-code.ts'

export const adminEntryCode = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.readCode), async (c) => {
    const granted = await barFor(c, 'useEntryCode')
    return c.json(toView(c, await findEntryCode(c.env.DB, granted)))
  })
  .on(...at(ADMIN_ENDPOINTS.switchCode), async (c) => {
    const granted = await barFor(c, 'useEntryCode')
    const { ask } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.switchCode.body)
    const act = actOf(c, 'entry_code_switched', { barId: granted.barId })
    return answerChange(c, await switchEntryCode(c.env.DB, granted, ask, act))
  })
  .on(...at(ADMIN_ENDPOINTS.readCodeTries), async (c) => {
    const { barId } = await barFor(c, 'useEntryCode')
    const { network } = hashNetworksOf(c.env.VISIT_SIGNING_KEY, barId, c.req.raw)
    const tries = await callObject(() => roomOf(c.env, barId).codeTries(network), RETRIES)
    return c.json({ tries })
  })
  .on(...at(ADMIN_ENDPOINTS.renewCode), async (c) => {
    const granted = await barFor(c, 'useEntryCode')
    const act = actOf(c, 'entry_code_renewed', { barId: granted.barId })
    return answerChange(c, await renewEntryCode(c.env.DB, granted, act))
  })

/** Makes the room reload the setting, which it caches, before the answer. */
async function answerChange(c: Context<AppEnv>, changed: NamedEntryCode): Promise<Response> {
  const barId = barIdOf(c)
  await callObject(() => roomOf(c.env, barId).barChanged(barId), RETRIES)
  await sendBarsChanged(c.env)
  return c.json(toView(c, changed))
}

function toView(c: Context<AppEnv>, { barName, ...setting }: NamedEntryCode): EntryCodeView {
  const now = Date.now()
  const { isOn, until, renewals } = setting
  const { night, endsAt } = nightAt(setting, now)
  const code = () => toEntryCode(c.env.VISIT_SIGNING_KEY, barIdOf(c), night, renewals)
  return {
    barName,
    timeZone: timeZoneOf(setting),
    isOn,
    until: until !== null && until > now ? until : null,
    code: asksForCode(setting, now) ? code() : null,
    changesAt: endsAt,
  }
}
