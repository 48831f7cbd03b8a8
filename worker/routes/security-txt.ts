import { Hono } from 'hono'
import { DAY_MS } from '#contract/durations.ts'
import { SECURITY_TXT } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { answerNotFound } from '#worker/errors.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'

/** RFC 9116 recommends a period of less than a year. */
const VALID_DAYS = 180

/** Serves the file of RFC 9116 with the security contact, or 404 if the settings have none. */
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

/** Returns a midnight, so that the file stays the same all day. */
function toExpiry(now: number): string {
  const days = Math.floor(now / DAY_MS) + VALID_DAYS
  return new Date(days * DAY_MS).toISOString()
}
