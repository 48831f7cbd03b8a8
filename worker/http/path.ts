import type { Context } from 'hono'
import { toBarId } from '#contract/bar-id.ts'
import { CodedError } from '#contract/errors.ts'

/** The bar of the path in its canonical spelling. Throws `bar_not_found` where it can be none. */
export function barIdOf(c: Context): string {
  const barId = toBarId(c.req.param('barId') ?? '')
  if (!barId) throw new CodedError('bar_not_found')
  return barId
}
