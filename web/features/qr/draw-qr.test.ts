import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BAR_ID_ALPHABET, BAR_ID_LENGTH } from '#contract/bar-id.ts'
import { drawQr, toSvg } from './draw-qr.ts'

const MODULE_PX = 4

/** What zbar reads of a drawing, black on white. */
async function read(text: string): Promise<string[]> {
  const { dark, size } = drawQr(text)
  const side = size * MODULE_PX
  const grey = new Uint8Array(side * side).fill(255)
  for (const { x, y } of dark) {
    for (let row = y * MODULE_PX; row < (y + 1) * MODULE_PX; row += 1) {
      grey.fill(0, row * side + x * MODULE_PX, row * side + (x + 1) * MODULE_PX)
    }
  }
  return (await scanGrayBuffer(grey.buffer, side, side)).map((code) => code.decode())
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

test('the SVG draws exactly the dark modules on white', async () => {
  const drawing = drawQr('https://brinde.test/bar/K7M2QX')
  const svg = await toSvg(drawing).text()
  expect(svg.match(/M\d+ \d+h1v1h-1z/g)).toHaveLength(drawing.dark.length)
  expect(svg).toContain(`viewBox="0 0 ${drawing.size} ${drawing.size}"`)
  expect(svg).toContain('fill="#fff"')
})
