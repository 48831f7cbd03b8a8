/** Of Chrome, Firefox and Safari. Browsers made from Chromium use the first. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
/** Of Edge: each region has a host of its own. */
const HOSTS_UNDER = '.notify.windows.com'
/** Stands for the push service of a test on this machine. No name under `.localhost` is anybody's (RFC 6761). */
const LOCAL_HOST = 'push.localhost'
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Where a notice for this endpoint is sent; null for anything but a push service of a browser. An
 * endpoint comes from a client, which must not choose whom the server calls. `localService` is a
 * setting, and counts only as an address of this machine.
 */
export function toPushAddress(endpoint: string, localService: string): string | null {
  const url = parse(endpoint)
  if (url?.protocol !== 'https:' || url.port || url.username || url.password || url.hash)
    return null
  if (url.hostname === LOCAL_HOST) return toLocalAddress(url, localService)
  const isKnown = HOSTS.includes(url.hostname) || url.hostname.endsWith(HOSTS_UNDER)
  return isKnown ? url.href : null
}

function toLocalAddress({ pathname, search }: URL, localService: string): string | null {
  const service = parse(localService)
  return service && LOOPBACK.test(service.hostname) ? service.origin + pathname + search : null
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
