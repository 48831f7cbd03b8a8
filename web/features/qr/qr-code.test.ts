import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BAR_ID_ALPHABET, BAR_ID_LENGTH } from '#contract/bar-id.ts'
import { drawQrCode } from './qr-code.tsx'

const MODULE_PX = 4

/** Draws the code black on white and reads it with zbar. */
async function read(text: string): Promise<string[]> {
  const { path, side } = drawQrCode(text)
  const sidePx = side * MODULE_PX
  const grey = new Uint8Array(sidePx ** 2).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < MODULE_PX; row += 1) {
      const at = (Number(y) * MODULE_PX + row) * sidePx + Number(x) * MODULE_PX
      grey.fill(0, at, at + MODULE_PX)
    }
  }
  return (await scanGrayBuffer(grey.buffer, sidePx, sidePx)).map((code) => code.decode())
}

test('every bar’s address is read back to the letter', async () => {
  const letter = fc.constantFrom(...BAR_ID_ALPHABET)
  const barId = fc.string({ unit: letter, minLength: BAR_ID_LENGTH, maxLength: BAR_ID_LENGTH })
  await fc.assert(
    fc.asyncProperty(barId, async (id) => {
      const address = `https://brinde.example.com.br/bar/${id}`
      expect(await read(address)).toEqual([address])
    }),
    { numRuns: 25 },
  )
})
