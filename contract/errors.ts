import * as v from 'valibot'

/** Every way a request can fail, and its HTTP status. The interface maps the code to a text. */
export const ERROR_STATUS = {
  invalid_request: 400,
  no_visit: 401,
  unauthenticated: 401,
  wrong_credentials: 401,
  foreign_origin: 403,
  /** Kept out for a while after too many strikes. */
  misbehaved: 403,
  removed: 403,
  bar_paused: 403,
  not_found: 404,
  bar_not_found: 404,
  person_not_found: 404,
  method_not_allowed: 405,
  login_taken: 409,
  conflict: 409,
  visit_ended: 410,
  link_expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  photo_refused: 422,
  picture_gone: 422,
  weak_password: 422,
  upgrade_required: 426,
  rate_limited: 429,
  throttled: 429,
  internal: 500,
  /** A profile was found again, and stays as it was. */
  update_failed: 500,
  bar_full: 503,
  overloaded: 503,
  /** Something behind the Worker is away for a moment. */
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The one error class: thrown anywhere with a code, turned into JSON in one place. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: ErrorCode
  /** Of `throttled` alone: whole seconds until the next try is heard. */
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

/** Body of every failure. `message` is English, for developers. */
export const errorBodySchema = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    /** Only with `throttled`, and the same as the Retry-After header. */
    retryAfterSeconds: v.exactOptional(v.number()),
  }),
})
export type ErrorBody = v.InferOutput<typeof errorBodySchema>

/** Whether this version knows the code; a newer server may have more. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}
