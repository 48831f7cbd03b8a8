import { prepareZXingModule } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readWithZxing } from './read-with-zxing.ts'
import { FAILED, serveReader } from './serve-reader.ts'

prepareZXingModule({
  overrides: { locateFile: () => wasmAddress },
  fireImmediately: true,
}).then(
  () => serveReader(readWithZxing),
  () => self.postMessage(FAILED),
)
