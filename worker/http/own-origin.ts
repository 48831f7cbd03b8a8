/** Where people reach this site: `PUBLIC_URL`, or where it is empty the request's own origin. */
export function ownOriginOf(request: Request, env: Env): string {
  return new URL(env.PUBLIC_URL || request.url).origin
}

/** Whether an `Origin` header names this site, to the letter: browsers write origins in one way. */
export function isOwnOrigin(origin: string | undefined, request: Request, env: Env): boolean {
  return origin === ownOriginOf(request, env) || origin === new URL(request.url).origin
}
