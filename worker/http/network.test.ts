import { expect, test } from 'vitest'
import { hashNetworksOf, networkOf, toWideNetwork, wideNetworkOf } from './network.ts'

const from = (headers: Record<string, string>) =>
  networkOf(new Request('https://brinde.test/', { headers }))

test('T44 only the platform’s own header names a network', () => {
  const genuine = { 'CF-Connecting-IP': '203.0.113.7' }
  const spoofed = {
    'X-Forwarded-For': '198.51.100.1',
    'X-Real-IP': '198.51.100.1',
    'True-Client-IP': '198.51.100.1',
    'CF-Connecting-IPv6': '2001:db8::1',
    'CF-Pseudo-IPv4': '198.51.100.1',
    'X-User-Id': 'admin',
    Forwarded: 'for=198.51.100.1',
  }
  expect(from({ ...genuine, ...spoofed })).toBe(from(genuine))
  expect(from(spoofed)).toBe('unknown')
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8:1:2:0:0:0:9', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8:1:3::1', '2001:db8:1:3', '2001:db8:1'],
  ['2001:0DB8:0001:ffff::9', '2001:db8:1:ffff', '2001:db8:1'],
  ['2001:db8:2:2::1', '2001:db8:2:2', '2001:db8:2'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['2001:0:0:4:5:6:7:8', '2001:0:0:4', '2001:0:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['203.0.113.7', '203.0.113.7', null],
  ['::ffff:203.0.113.7', '::ffff:cb00:7107', null],
  ['unknown', 'unknown', null],
])('T28 T51 the address %s is in the network %s and the /48 %s', (address, network, wide) => {
  const headers = { 'CF-Connecting-IP': address }
  expect(from(headers)).toBe(network)
  expect(toWideNetwork(network)).toBe(wide)
  expect(wideNetworkOf(new Request('https://brinde.test/', { headers }))).toBe(wide ?? network)
})

test.each(['', 'unknown', '203.0.113.7, 198.51.100.1', '[::1]', 'a]/x', '::1%eth0', 'localhost'])(
  'T44 %j is no address',
  (address) => {
    expect(from({ 'CF-Connecting-IP': address })).toBe('unknown')
  },
)

test('T51 a room counts hashes of a network and its /48, which differ in each bar', () => {
  const KEY = 'a-key-of-this-test-which-is-long-enough'
  const hashed = (address: string, barId = 'K7M2QX') => {
    const headers = { 'CF-Connecting-IP': address }
    return hashNetworksOf(KEY, barId, new Request('https://brinde.test/', { headers }))
  }
  const [one, near] = [hashed('2001:db8:1:2::1'), hashed('2001:db8:1:3::1')]
  for (const hash of [one.network, one.wideNetwork]) expect(hash).toMatch(/^[\w-]{43}$/)
  expect([near.network === one.network, near.wideNetwork]).toEqual([false, one.wideNetwork])
  expect(hashed('203.0.113.7').wideNetwork).toBeNull()
  expect(hashed('2001:db8:1:2::1', 'ZZZZZ9').network).not.toBe(one.network)
})
