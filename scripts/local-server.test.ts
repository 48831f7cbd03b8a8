import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { Listening } from '#test/server/listen.ts'
import { listen } from '#test/server/listen.ts'
import { findPort, readAddress, startOn, toOrigin, waitUntilReady } from './local-server.ts'
import { explain, PORT_TAKEN, UserError } from './user-error.ts'

test.each(['', 'abc', '0', '65536', '80.5', '-1', ' 8787', '0x50', '8787/'])(
  'PORT "%s" is refused in a sentence',
  (PORT) => {
    expect(() => readAddress({ PORT })).toThrow(`not "${PORT}"`)
  },
)

test.each(['', 'a b', 'host;rm', 'http://x', 'bar.local', '1.2.3.256'])(
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

/** Holds the port until it is closed, as another process would; 0 takes any. */
const holdPort = (port = 0): Promise<Listening> => listen(createServer(), port)

test('a taken port is explained in one sentence', async () => {
  const { port, close } = await holdPort()
  const failure = await findPort({ host: '127.0.0.1', port }).catch((error: unknown) => error)
  expect(explain(failure)).toBe(
    'The port is taken. Stop what uses it, or choose another one with PORT.',
  )
  await close()
})

test('a free port that somebody else takes before the server listens is followed by another one', async () => {
  const thieves: Listening[] = []
  const start = async (port: number) => {
    if (thieves.length < 2) thieves.push(await holdPort(port))
    return holdPort(port)
  }
  const server = await startOn({ host: '127.0.0.1', port: 0 }, start)
  expect(thieves).toHaveLength(2)
  expect(thieves.map(({ port }) => port)).not.toContain(server.port)
  await Promise.all([server, ...thieves].map(({ close }) => close()))
})

test('a port that was asked for and is taken before the server listens is not exchanged', async () => {
  const { port, close } = await holdPort()
  await close()
  const start = async () => {
    throw new UserError(PORT_TAKEN)
  }
  await expect(startOn({ host: '127.0.0.1', port }, start)).rejects.toThrow(PORT_TAKEN)
})

test('a foreign server’s answer does not make a server ready that has not opened its address', async () => {
  let asked = 0
  const foreign = await listen(
    createHttpServer((_, response) => {
      asked += 1
      response.writeHead(403).end('Forbidden')
    }),
  )
  const ends = Date.now() + 300
  const server = {
    output: () => 'nothing was opened',
    hasEnded: () => Date.now() > ends,
    ended: Promise.resolve(),
    stop: async () => {},
    kill: async () => {},
  }
  const waiting = waitUntilReady(foreign.origin, server, () => false)
  await expect(waiting).rejects.toThrow('nothing was opened')
  expect(asked).toBe(0)
  await foreign.close()
})
