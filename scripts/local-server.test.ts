import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '#test/server/listen.ts'
import { assertFree, isLoopback, keepSignals, readAddress, toOrigin } from './local-server.ts'
import { explain } from './user-error.ts'

test.each(['', 'abc', '0', '65536', '80.5', '-1', ' 8787', '0x50', '8787/'])(
  'PORT "%s" is refused in a sentence',
  (PORT) => {
    expect(() => readAddress({ PORT })).toThrow(`not "${PORT}"`)
  },
)

test.each(['', 'a b', 'host;rm', 'http://x', 'bar.local', '1.2.3.256', 'fe80::1%eth0'])(
  'HOST "%s" is refused in a sentence',
  (HOST) => {
    expect(() => readAddress({ HOST })).toThrow(`not "${HOST}"`)
  },
)

test('loopback addresses are shown as localhost, others as they are', () => {
  expect(toOrigin({ host: '127.0.0.1', port: 1 })).toBe('http://localhost:1')
  expect(toOrigin({ host: '0.0.0.0', port: 1 })).toBe('http://localhost:1')
  expect(toOrigin({ host: '192.168.0.7', port: 1 })).toBe('http://192.168.0.7:1')
  expect(toOrigin({ host: 'fe80::1', port: 1 })).toBe('http://[fe80::1]:1')
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.7', false],
  ['::ffff:192.168.0.7', false],
  ['fe80::1', false],
])('%s is an address of this machine alone: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('a taken port is explained in one sentence', async () => {
  const { port, close } = await listen(createServer())
  const failure = await assertFree({ host: '127.0.0.1', port }).catch((error: unknown) => error)
  expect(explain(failure)).toBe(
    'The port is taken. Stop what uses it, or choose another one with PORT.',
  )
  await close()
})

test('a signal reaches our listeners alone, whatever a server listens with', async () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const listeners = () => signals.map((signal) => process.listeners(signal))
  const before = listeners()
  const exits = () => process.exit(130)
  const started = await keepSignals(async () => {
    for (const signal of signals) process.on(signal, exits)
    return 'started'
  })
  expect(started).toBe('started')
  expect(listeners()).toEqual(before)
})
