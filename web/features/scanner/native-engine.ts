import type { Engine } from './engine.ts'
import { NATIVE_FORMATS, toFormatName } from './formats.ts'
import type { Frame } from './frame.ts'

interface BarcodeDetector {
  detect: (source: Frame) => Promise<{ rawValue: string; format: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** The platform's own detector where it reads QR codes. Null elsewhere, or where it does not work. */
export async function openNativeEngine(): Promise<Engine | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  if (!BarcodeDetector) return null
  try {
    // An Android without Google's services has the class and reports no format.
    const supported = await BarcodeDetector.getSupportedFormats()
    if (!supported.includes('qr_code')) return null
    const formats = NATIVE_FORMATS.filter((format) => supported.includes(format))
    return toEngine(new BarcodeDetector({ formats }))
  } catch {
    return null
  }
}

function toEngine(detector: BarcodeDetector): Engine {
  return {
    name: 'native',
    read: async (frame, isInverted) => {
      const shown = isInverted ? invert(frame) : frame
      try {
        const codes = await detector.detect(shown)
        return codes.flatMap(({ rawValue: text, format }) => {
          const name = toFormatName(format)
          return name && text ? [{ text, format: name }] : []
        })
      } finally {
        for (const picture of [frame, shown]) if ('close' in picture) picture.close()
      }
    },
    close: () => undefined,
  }
}

function invert(frame: Frame): Frame {
  if (frame instanceof ImageData) {
    const data = frame.data.map((level, at) => (at % 4 === 3 ? level : 255 - level))
    return new ImageData(data, frame.width, frame.height)
  }
  const canvas = new OffscreenCanvas(frame.width, frame.height)
  const context = canvas.getContext('2d')
  if (!context) return frame
  context.drawImage(frame, 0, 0)
  context.globalCompositeOperation = 'difference'
  context.fillStyle = 'white'
  context.fillRect(0, 0, frame.width, frame.height)
  return canvas.transferToImageBitmap()
}
