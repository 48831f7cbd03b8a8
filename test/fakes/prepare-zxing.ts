import { readFileSync } from 'node:fs'
import * as reader from 'zxing-wasm/reader'
import * as writer from 'zxing-wasm/writer'
import { inRoot } from '#scripts/paths.ts'

function readWasm(path: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(inRoot(`node_modules/zxing-wasm/${path}`))
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

/** Does in Node what the scanner's Web Worker does in a browser: the same wasm, from disk. */
export async function prepareZxing(): Promise<void> {
  const wasmBinary = readWasm('dist/reader/zxing_reader.wasm')
  await reader.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/** The encoder beside it is zint: it shares no code with the decoder. */
export async function prepareZint(): Promise<void> {
  const wasmBinary = readWasm('dist/writer/zxing_writer.wasm')
  await writer.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}
