export function ownOriginOf(request: Request, env: Env): string {
  return new URL(env.PUBLIC_URL || request.url).origin
}

/** Exact comparison: browsers write origins in one way. */
export function isOwnOrigin(origin: string | undefined, request: Request, env: Env): boolean {
  return origin === ownOriginOf(request, env) || origin === new URL(request.url).origin
}
