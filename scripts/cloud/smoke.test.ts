import { expect, test } from 'vitest'
import { checkSite } from './smoke.ts'

const SITE = { address: 'http://127.0.0.1:9', productName: 'Brinde', worker: 'brinde-staging' }

test('a failed check names the Worker in each command of wrangler', async () => {
  await expect(checkSite(SITE, 0)).rejects.toThrow(
    /npx wrangler tail brinde-staging`[\s\S]*npx wrangler rollback --name brinde-staging`/,
  )
})

test('a failed check of a first deploy offers no rollback', async () => {
  await expect(checkSite({ ...SITE, isFirst: true }, 0)).rejects.toThrow(/^(?![\s\S]*rollback)/)
})
