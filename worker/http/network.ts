const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const MAPPED_IPV4 = /^::ffff:/

/** An IPv6 subscriber owns a /64. Trusts only the platform's header. */
export function networkOf(request: Request): string {
  return toNetwork(request, 4)
}

/** The /48 around an IPv6 network: one sender may own all of it. An IPv4 address stays itself. */
export function wideNetworkOf(request: Request): string {
  return toNetwork(request, 3)
}

/** `groups` of 16 bits. */
function toNetwork(request: Request, groups: number): string {
  const address = request.headers.get('CF-Connecting-IP')?.trim() ?? ''
  return IPV4.test(address) ? address : (toPrefix(address, groups) ?? 'unknown')
}

function toPrefix(address: string, groups: number): string | null {
  const url = URL.parse(`http://[${address}]/`)
  if (!url || !address.includes(':')) return null
  const compact = url.hostname.slice(1, -1)
  if (MAPPED_IPV4.test(compact)) return compact
  const [head = '', tail = ''] = compact.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].slice(0, groups).join(':')
}
