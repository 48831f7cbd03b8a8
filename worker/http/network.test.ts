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

test('T28 all addresses of one IPv6 subscriber are one network', () => {
  const subscriber = from({ 'CF-Connecting-IP': '2001:db8:1:2::1' })
  expect(subscriber).toBe('2001:db8:1:2')
  for (const address of [
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002::',
    '2001:db8:1:2:0:0:0:9',
  ]) {
    expect(from({ 'CF-Connecting-IP': address })).toBe(subscriber)
  }
  expect(from({ 'CF-Connecting-IP': '2001:db8:1:3::1' })).not.toBe(subscriber)
  expect(from({ 'CF-Connecting-IP': '::ffff:203.0.113.7' })).not.toBe(
    from({ 'CF-Connecting-IP': '::ffff:203.0.113.8' }),
  )
})

test('T28 an IPv4 address is its own wide network', () => {
  const wide = (address: string) =>
    wideNetworkOf(new Request('https://brinde.test/', { headers: { 'CF-Connecting-IP': address } }))
  expect(wide('2001:db8:1:2::1')).toBe('2001:db8:1')
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', 'unknown'])
    expect(wide(address)).toBe(from({ 'CF-Connecting-IP': address }))
})

test('T51 the networks of one /48 are within one wide network, and an IPv4 address is in none', () => {
  const wide = (address: string) => toWideNetwork(from({ 'CF-Connecting-IP': address }))
  expect(wide('2001:db8:1:2::1')).toBe('2001:db8:1')
  expect(wide('2001:0DB8:0001:ffff::9')).toBe(wide('2001:db8:1:2::1'))
  expect(wide('2001:db8:2:2::1')).not.toBe(wide('2001:db8:1:2::1'))
  expect(['203.0.113.7', '::ffff:203.0.113.7', 'unknown'].map(wide)).toEqual([null, null, null])
})

test.each(['', 'unknown', '203.0.113.7, 198.51.100.1', '[::1]', 'a]/x', '::1%eth0', 'localhost'])(
  'T44 %j is nobody’s address',
  (address) => {
    expect(from({ 'CF-Connecting-IP': address })).toBe('unknown')
  },
)

test.each([
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0:0:4:5:6:7:8', '2001:0:0:4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('T28 the network of %s is that of its long form: %s', (address, network) => {
  expect(from({ 'CF-Connecting-IP': address })).toBe(network)
})

test('T51 a room counts hashes of a network and of the /48 around it, others in each bar', () => {
  const KEY = 'a-key-of-this-test-which-is-long-enough'
  const hashed = (address: string, barId = 'K7M2QX') => {
    const headers = { 'CF-Connecting-IP': address }
    return hashNetworksOf(KEY, barId, new Request('https://brinde.test/', { headers }))
  }
  const [one, near] = [hashed('2001:db8:1:2::1'), hashed('2001:db8:1:3::1')]
  expect(one.network).toMatch(/^[\w-]{43}$/)
  expect([near.network === one.network, near.wideNetwork]).toEqual([false, one.wideNetwork])
  expect(one.wideNetwork).toMatch(/^[\w-]{43}$/)
  expect(hashed('203.0.113.7').wideNetwork).toBeNull()
  expect(hashed('2001:db8:1:2::1', 'ZZZZZ9').network).not.toBe(one.network)
})
