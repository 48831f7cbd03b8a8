import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '#test/server/listen.ts'
import { askForSocket, checkSite } from './smoke.ts'

const SITE = { address: 'http://127.0.0.1:9', productName: 'Brinde', worker: 'brinde-staging' }

test('a failed check names the Worker in each command of wrangler', async () => {
  await expect(checkSite(SITE, 0)).rejects.toThrow(
    /npx wrangler tail brinde-staging`[\s\S]*npx wrangler rollback --name brinde-staging`/,
  )
})

test('a failed check of a first deploy offers no rollback', async () => {
  await expect(checkSite({ ...SITE, isFirst: true }, 0)).rejects.toThrow(/^(?![\s\S]*rollback)/)
})

test('the socket of the check goes through the proxy of the environment', async () => {
  const asked: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const { origin, close } = await listen(proxy)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await close()
  })
  for (const name of ['https_proxy', 'HTTPS_PROXY']) vi.stubEnv(name, origin)
  for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, undefined)
  await expect(
    askForSocket('wss://brinde.invalid/', 'https://brinde.invalid'),
  ).rejects.toBeInstanceOf(Error)
  expect(asked).toEqual(['brinde.invalid:443'])
})
