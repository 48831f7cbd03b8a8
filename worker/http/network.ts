import { hashNetwork } from '#worker/auth/tokens.ts'
import type { Networks } from '#worker/room/rpc.ts'

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const MAPPED_IPV4 = /^::ffff:/

/** Cuts IPv6 to the /64 that a subscriber owns. Trusts only the platform's header. */
export function networkOf(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP')?.trim() ?? ''
  return IPV4.test(address) ? address : (toPrefix(address) ?? 'unknown')
}

/** Returns the IPv6 /48 around a network, which one site may own, or null for IPv4. */
export function toWideNetwork(network: string): string | null {
  const groups = network.split(':')
  return groups.length === 4 ? groups.slice(0, 3).join(':') : null
}

/** Returns the /48 around a request's network, or its IPv4 address. */
export function wideNetworkOf(request: Request): string {
  const network = networkOf(request)
  return toWideNetwork(network) ?? network
}

/** Keyed hashes of a request's network and of the wider one. */
export function hashNetworksOf(key: string, barId: string, request: Request): Networks {
  const network = networkOf(request)
  const wide = toWideNetwork(network)
  return {
    network: hashNetwork(key, barId, network),
    wideNetwork: wide === null ? null : hashNetwork(key, barId, wide),
  }
}

function toPrefix(address: string): string | null {
  const url = URL.parse(`http://[${address}]/`)
  if (!url) return null
  const compact = url.hostname.slice(1, -1)
  if (MAPPED_IPV4.test(compact)) return compact
  const [head = '', tail = ''] = compact.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
