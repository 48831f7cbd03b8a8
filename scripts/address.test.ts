import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findPort, readAddress, toOrigin } from './address.ts'
import { explain } from './refusal.ts'

test.each(['', 'abc', '0', '65536', '80.5', '-1', ' 8787', '0x50', '8787/'])(
  'PORT "%s" is refused in a sentence',
  (PORT) => {
    expect(() => readAddress({ PORT })).toThrow(`not "${PORT}"`)
  },
)

test.each(['', 'a b', 'host;rm', 'http://x'])('HOST "%s" is refused in a sentence', (HOST) => {
  expect(() => readAddress({ HOST })).toThrow(`not "${HOST}"`)
})

test('loopback addresses are shown as localhost, others as they are', () => {
  expect(toOrigin({ host: '127.0.0.1', port: 1 })).toBe('http://localhost:1')
  expect(toOrigin({ host: '0.0.0.0', port: 1 })).toBe('http://localhost:1')
  expect(toOrigin({ host: '192.168.0.7', port: 1 })).toBe('http://192.168.0.7:1')
  expect(toOrigin({ host: 'fe80::1', port: 1 })).toBe('http://[fe80::1]:1')
})

test('a taken port is explained in one sentence', async () => {
  const holder = createServer()
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, '127.0.0.1', () => {
      const address = holder.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const failure = await findPort({ host: '127.0.0.1', port }).catch((error: unknown) => error)
  expect(explain(failure)).toBe(
    'The port is taken. Stop what uses it, or choose another one with PORT.',
  )
  await new Promise((resolve) => holder.close(resolve))
})
