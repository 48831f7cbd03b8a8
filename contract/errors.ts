import * as v from 'valibot'

export const ERROR_STATUS = {
  invalid_request: 400,
  no_visit: 401,
  unauthenticated: 401,
  wrong_credentials: 401,
  foreign_origin: 403,
  /** Banned for `TIMINGS.misbehavedMs`: the abuse count was reached. */
  misbehaved: 403,
  removed: 403,
  /** Signed in, but the last password or passkey was too long ago: one is asked for again. */
  proof_needed: 403,
  /** The bar asks for the night's code and got none. */
  entry_code_needed: 403,
  entry_code_wrong: 403,
  bar_paused: 403,
  not_found: 404,
  bar_not_found: 404,
  person_not_found: 404,
  method_not_allowed: 405,
  login_taken: 409,
  email_taken: 409,
  /** An account that also belongs to bars of others: its password is not an owner's to reset. */
  belongs_elsewhere: 409,
  conflict: 409,
  /** The board is on the network that it wants to clear. */
  own_network: 409,
  /** `LIMITS.blocks` of this browser are still living. */
  too_many_blocks: 409,
  /** By this browser, of that one, within `TIMINGS.reportMs`. */
  already_reported: 409,
  /** `LIMITS.reports` of this browser. */
  too_many_reports: 409,
  visit_ended: 410,
  link_expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  photo_refused: 422,
  picture_gone: 422,
  /** One that everybody tries first. */
  weak_password: 422,
  /** Made of the account's email, the product or its bars. */
  personal_password: 422,
  upgrade_required: 426,
  rate_limited: 429,
  throttled: 429,
  internal: 500,
  update_failed: 500,
  bar_full: 503,
  /** The operator lets nobody new in anywhere. */
  site_stopped: 503,
  overloaded: 503,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The only error class. worker/errors.ts turns it into JSON. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: ErrorCode
  /** With `throttled` and `rate_limited`: whole seconds until the next try is allowed. */
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, message: string = code, options: CodedErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

interface CodedErrorOptions extends ErrorOptions {
  retryAfterSeconds?: number | undefined
}

export const errorBodySchema = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    retryAfterSeconds: v.exactOptional(v.number()),
  }),
})
export type ErrorBody = v.InferOutput<typeof errorBodySchema>

/** False for codes of a newer server. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}
