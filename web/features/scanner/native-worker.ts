import { NATIVE_FORMATS, toFormatName } from './formats.ts'
import { FAILED, serveReader } from './serve-reader.ts'

interface BarcodeDetector {
  detect: (image: ImageData) => Promise<{ rawValue: string; format: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Rejects if the detector cannot read QR codes. */
async function openDetector(): Promise<BarcodeDetector> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  // Android without Google services has the class but reports no formats.
  const supported = (await BarcodeDetector?.getSupportedFormats()) ?? []
  if (!BarcodeDetector || !supported.includes('qr_code')) {
    throw new Error('The platform reads no QR codes.')
  }
  return new BarcodeDetector({
    formats: NATIVE_FORMATS.filter((format) => supported.includes(format)),
  })
}

function invert({ data, width, height }: ImageData): ImageData {
  const levels = data.map((level, at) => (at % 4 === 3 ? level : 255 - level))
  return new ImageData(levels, width, height)
}

openDetector().then(
  (detector) =>
    serveReader(async (image, { isInverted }) => {
      const codes = await detector.detect(isInverted ? invert(image) : image)
      return codes.flatMap(({ rawValue: text, format }) => {
        const name = toFormatName(format)
        return name && text ? [{ text, format: name }] : []
      })
    }, FAILED),
  () => self.postMessage(FAILED),
)
