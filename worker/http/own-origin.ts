export function ownOriginOf(request: Request, env: Env): string {
  return new URL(env.PUBLIC_URL || request.url).origin
}

/** Compares exactly, because browsers write origins in one way. */
export function isOwnOrigin(origin: string | undefined, request: Request, env: Env): boolean {
  return origin === ownOriginOf(request, env) || origin === new URL(request.url).origin
}

/** The hosts of PUBLIC_URL and OTHER_HOSTS. Codes printed for them lead to this site. */
export function otherHostsOf({ PUBLIC_URL, OTHER_HOSTS }: Env): string[] {
  const hosts = OTHER_HOSTS.toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return PUBLIC_URL ? [new URL(PUBLIC_URL).host, ...hosts] : hosts
}
