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
  /** The session's last password or passkey is too old: the page asks for one again. */
  proof_needed: 403,
  /** The request lacks the night's code, which this bar asks for. */
  entry_code_needed: 403,
  entry_code_wrong: 403,
  /** Only a visit that a socket has joined may report. */
  not_joined: 403,
  bar_paused: 403,
  not_found: 404,
  bar_not_found: 404,
  person_not_found: 404,
  method_not_allowed: 405,
  login_taken: 409,
  email_taken: 409,
  /** The account also belongs to another owner's bar: this owner cannot reset its password. */
  belongs_elsewhere: 409,
  conflict: 409,
  /** The board is on the network that it asks to clear. */
  own_network: 409,
  /** This browser has `LIMITS.blocks` blocks that have not expired. */
  too_many_blocks: 409,
  /** This browser has reported the same browser within `TIMINGS.reportMs`. */
  already_reported: 409,
  /** This browser has made `LIMITS.reports` reports within `TIMINGS.reportMs`. */
  too_many_reports: 409,
  visit_ended: 410,
  link_expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  photo_refused: 422,
  picture_gone: 422,
  /** The password is on the list of common passwords. */
  weak_password: 422,
  /** The password contains the account's email, the product's name or a bar's name. */
  personal_password: 422,
  upgrade_required: 426,
  rate_limited: 429,
  throttled: 429,
  internal: 500,
  update_failed: 500,
  bar_full: 503,
  /** The operator has stopped entrances to all bars. */
  site_stopped: 503,
  overloaded: 503,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The only error class. worker/errors.ts turns it into JSON. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: ErrorCode
  /** Whole seconds until the next try is allowed. `throttled` and `rate_limited` set it. */
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, message: string = code, options: CodedErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is CodedError {
  return error instanceof CodedError && codes.includes(error.code)
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

/** Returns false for codes of a newer server. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}
