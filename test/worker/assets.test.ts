import { expect, inject, test } from 'vitest'
import { listClientFiles } from './built-files.ts'

const SAFE = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
}
const ASSETS = listClientFiles().filter((path) => path.startsWith('assets/'))

test('T37 a hashed asset is kept for good and by nobody else', async () => {
  expect(ASSETS.length).toBeGreaterThan(0)
  for (const path of ASSETS) {
    const answer = await fetch(`${inject('origin')}/${path}`)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      ...SAFE,
    })
  }
})

test('T37 a file at the root has the safe headers too', async () => {
  const answer = await fetch(`${inject('origin')}/favicon.svg`)
  await answer.arrayBuffer()
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject(SAFE)
})

test('an asset that is not there (yet) is not remembered as missing', async () => {
  const answer = await fetch(`${inject('origin')}/assets/of-the-next-deploy.js`)
  await answer.arrayBuffer()
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
