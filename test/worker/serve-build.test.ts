import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readSettings } from '#scripts/cloud/settings.ts'
import { PRODUCTION } from '#scripts/paths.ts'
import { PORT_TAKEN } from '#scripts/user-error.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { offerCompression } from '#test/client/offer-compression.ts'
import { Person } from '#test/client/person.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { listen } from '#test/server/listen.ts'
import { makeState, removeState } from '#test/server/test-state.ts'

const [{ bucket_name: BUCKET }] = readSettings(PRODUCTION).config.r2_buckets

/** Paths that Miniflare, wrangler and Vite's plugin for Workers answer by themselves, or once did. */
const TOOLS = [
  '/cdn-cgi/local/explorer',
  '/cdn-cgi/local/explorer/api/d1/database',
  '/cdn-cgi/explorer/api/d1/database',
  '/cdn-cgi/local/scheduled',
  '/cdn-cgi/handler/scheduled',
  '/cdn-cgi/mf/scheduled',
  '/cdn-cgi/local/email',
  '/cdn-cgi/local/platform-proxy',
  '/cdn-cgi/ProxyWorker/play',
  `/cdn-cgi/local/r2/s3/${BUCKET}`,
  '/__cf_local/stream/x',
  '/__scheduled',
  '/@fs/etc/passwd',
]
// One pixel of WebP.
const PHOTO = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA='

/** An address by which other machines reach this one, where it has one. */
const outside = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

/** Asks with a Host that names this machine. The path goes out as it is written. */
async function ask(port: number, path: string, headers: Record<string, string> = {}) {
  const options = { host: outside(), port, path, headers: { Host: 'localhost', ...headers } }
  const asked = request(options).end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  await text(answer ?? expect.unreachable())
  return { status: answer?.statusCode, policy: answer?.headers['content-security-policy'] }
}

/** Other ways to write a path that a server may take for the same one. */
const spellings = (path: string): string[] => [
  path.toUpperCase(),
  path.replace('c', '%63'),
  path.replaceAll('/', '%2F').replace('%2F', '/'),
  `/${path}`,
  `/.${path}`,
  `/x/..${path}`,
  `/x/%2e%2e${path}`,
  path.replaceAll('/', '\\').replace('\\', '/'),
  `http://localhost${path}`,
]

/**
 * The Worker answers that nothing is there. Before it the platform's file server may name the usual spelling (307),
 * and the runtime fails at an address that it cannot read (500).
 */
async function expectNothing(port: number, path: string, headers: Record<string, string> = {}) {
  const { status } = await ask(port, path, headers)
  if (status !== 307 && status !== 500) await expectRefused(port, path, headers)
}

async function expectRefused(port: number, path: string, headers: Record<string, string> = {}) {
  const { status, policy } = await ask(port, path, headers)
  expect([path, headers, status]).toEqual([path, headers, 404])
  expect(policy).toContain("default-src 'none'")
}

test('T49 a server that the network reaches answers nothing of the tools that run it', async () => {
  const stateDir = makeState()
  const server = await startBuiltWorker({ stateDir, host: '0.0.0.0' })
  try {
    const network = nodeNetwork(() => server.origin)
    const profile = { photo: PHOTO, thumbnail: PHOTO }
    const { entered } = await Person.enter(network, takeBar(stateDir).id, profile)
    const key = (entered.person.photo ?? '').replace('/media/', '')
    const paths = [...TOOLS, `/cdn-cgi/local/r2/public/${BUCKET}/${key}`]
    for (const path of paths) await expectRefused(server.port, path)
    for (const path of paths.flatMap(spellings)) await expectNothing(server.port, path)
    for (const path of paths)
      await expectRefused(server.port, '/nowhere', { 'MF-Original-URL': `http://localhost${path}` })
  } finally {
    await server.stop()
    removeState(stateDir)
  }
})

test('T16 a server on this machine agrees to no compression of frames', async () => {
  const stateDir = makeState()
  const server = await startBuiltWorker({ stateDir })
  try {
    const { id } = takeBar(stateDir)
    const { entered } = await Person.enter(
      nodeNetwork(() => server.origin),
      id,
      {},
    )
    const { statusCode, headers, socket } = await offerCompression(
      server.origin,
      id,
      entered.secret,
    )
    socket.destroy()
    expect([statusCode, headers['sec-websocket-extensions']]).toEqual([101, undefined])
  } finally {
    await server.stop()
    removeState(stateDir)
  }
})

test('a port that is taken while the app is built is explained in one sentence', async () => {
  const stateDir = makeState()
  const { port, close } = await listen(createServer())
  try {
    await expect(startBuiltWorker({ stateDir, port })).rejects.toThrow(PORT_TAKEN)
  } finally {
    await close()
    removeState(stateDir)
  }
})
