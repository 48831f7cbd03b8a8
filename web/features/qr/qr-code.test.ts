import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BAR_ID_ALPHABET, BAR_ID_LENGTH } from '#contract/bar-id.ts'
import { drawQrCode, QUIET_MODULES } from './qr-code.tsx'

const MODULE_PX = 4

/** Returns what zbar reads of a drawing, black on white, with a round stain that covers a part of it. */
async function read(text: string, stain: number): Promise<string[]> {
  const { path, side } = drawQrCode(text)
  const sidePx = side * MODULE_PX
  const radius = (side - 2 * QUIET_MODULES) * Math.sqrt(stain / Math.PI)
  const grey = new Uint8Array(sidePx ** 2).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    if (Math.hypot(Number(x) + 0.5 - side / 2, Number(y) + 0.5 - side / 2) < radius) continue
    for (let row = 0; row < MODULE_PX; row += 1) {
      const at = (Number(y) * MODULE_PX + row) * sidePx + Number(x) * MODULE_PX
      grey.fill(0, at, at + MODULE_PX)
    }
  }
  return (await scanGrayBuffer(grey.buffer, sidePx, sidePx)).map((code) => code.decode())
}

test('every bar’s address is read back to the letter, also of a table, with a stain over an eighth of its code', async () => {
  const letter = fc.constantFrom(...BAR_ID_ALPHABET)
  const barId = fc.string({ unit: letter, minLength: BAR_ID_LENGTH, maxLength: BAR_ID_LENGTH })
  await fc.assert(
    fc.asyncProperty(barId, fc.constantFrom('', '/table/200'), async (id, table) => {
      const address = `https://brinde.example.com.br/bar/${id}${table}`
      expect(await read(address, 1 / 8)).toEqual([address])
    }),
    { numRuns: 25 },
  )
})

test('a code has the quiet zone of the standard on every side', () => {
  const { path, side } = drawQrCode('https://brinde.example.com.br/bar/K7M2QX')
  const places = [...path.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, side - 5])
})
