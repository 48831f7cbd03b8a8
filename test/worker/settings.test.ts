import { expect, inject, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { MANIFEST } from '#contract/paths.ts'
import { startServer } from '#scripts/local-server.ts'
import { AdminApi } from '#test/client/api.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'
import { makeState, removeState } from '#test/server/test-state.ts'

const PRODUCT_NAME = 'Saúde'
const PUBLIC_URL = 'https://saude.example'

const read = async (origin: string) => {
  const page = await (await fetch(origin)).text()
  const manifest = await (await fetch(`${origin}${MANIFEST}`)).json()
  return { title: /<title>([^<]*)/.exec(page)?.[1], manifest }
}
const listCodes = async (origin: string, stateDir: string): Promise<string[]> => {
  const admin = new AdminApi(nodeNetwork(() => origin).send, takeAdmin(stateDir).sessionToken)
  const list = await (await admin.ask(ADMIN_API.bars)).json()
  return list.bars.map(({ qrCode }: { qrCode: string }) => new URL(qrCode).origin)
}

test('name and address of the product come from the settings, in title, manifest and QR codes', async () => {
  const stateDir = makeState()
  const server = await startServer({
    stateDir,
    vars: { ...TEST_SETTINGS, PRODUCT_NAME, PUBLIC_URL },
  })
  try {
    expect(await read(server.origin)).toEqual({
      title: PRODUCT_NAME,
      manifest: expect.objectContaining({ name: PRODUCT_NAME, short_name: PRODUCT_NAME }),
    })
    expect(new Set(await listCodes(server.origin, stateDir))).toEqual(new Set([PUBLIC_URL]))
  } finally {
    await server.stop()
    removeState(stateDir)
  }
})

test('the tests’ own server has the tests’ settings, whatever wrangler.toml says', async () => {
  const origin = inject('origin')
  expect((await read(origin)).title).toBe(TEST_SETTINGS.PRODUCT_NAME)
  expect(new Set(await listCodes(origin, inject('stateDir')))).toEqual(new Set([origin]))
})
