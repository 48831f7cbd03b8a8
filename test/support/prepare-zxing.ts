import { readFileSync } from 'node:fs'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { inRoot } from '#scripts/paths.ts'

/** Does in Node what the scanner's Web Worker does in a browser: the same wasm, from disk. */
export async function prepareZxing(): Promise<void> {
  const wasm = readFileSync(inRoot('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'))
  const { buffer, byteOffset, byteLength } = wasm
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}
