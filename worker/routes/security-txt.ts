import { Hono } from 'hono'
import { DAY_MS } from '#contract/durations.ts'
import { SECURITY_TXT } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { answerNotFound } from '#worker/errors.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** Where to report a hole, as RFC 9116 has it. Without a contact there is no such file. */
export const securityTxt = new Hono<AppEnv>().get(SECURITY_TXT, (c) => {
  const { SECURITY_CONTACT } = c.env
  if (!SECURITY_CONTACT) return answerNotFound(c)
  const contact = SECURITY_CONTACT.includes(':') ? SECURITY_CONTACT : `mailto:${SECURITY_CONTACT}`
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${toExpiry(Date.now())}`,
    'Preferred-Languages: pt, en',
    `Canonical: ${ownOriginOf(c.req.raw, c.env)}${SECURITY_TXT}`,
  ]
  return c.text(`${lines.join('\n')}\n`)
})

/** A midnight, so that the file is the same all day. */
function toExpiry(now: number): string {
  const days = Math.floor(now / DAY_MS) + VALID_DAYS
  return new Date(days * DAY_MS).toISOString()
}
