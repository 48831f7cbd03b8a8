/** The push services of Chrome, of Chromium as Linux distributions build it, and of Firefox. */
const HOSTS = ['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']
/** Those of Edge, with a host for each region, and of Safari. */
const HOSTS_UNDER = ['.notify.windows.com', '.push.apple.com']
/** The name of a test's push service on this machine. RFC 6761 reserves `.localhost`. */
const LOCAL_HOST = 'push.localhost'
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Returns the address to send a notice to, or null unless the endpoint is a browser's push service.
 * Endpoints come from clients, which must not choose the hosts that the server calls. `localService`
 * is a setting, and must be an address of this machine.
 */
export function toPushAddress(endpoint: string, localService: string): string | null {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port || url.username || url.password || url.hash)
    return null
  if (url.hostname === LOCAL_HOST) return toLocalAddress(url, localService)
  const isKnown =
    HOSTS.includes(url.hostname) || HOSTS_UNDER.some((end) => url.hostname.endsWith(end))
  return isKnown ? url.href : null
}

function toLocalAddress({ pathname, search }: URL, localService: string): string | null {
  const service = URL.parse(localService)
  return service && LOOPBACK.test(service.hostname) ? service.origin + pathname + search : null
}
