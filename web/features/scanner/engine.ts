import type { FormatName } from './formats.ts'
import type { Clip, Frame } from './frame.ts'

/** Once zxing reads every frame, jsQR reads only 1 in 5: it saves battery. */
export const JSQR_EVERY_TICKS = 5

/** Untrusted text: only `judgeCode` interprets it. */
export interface DecodedCode {
  text: string
  format: FormatName
}

/** One picture at a time, in its own worker. The picture is transferred. */
export interface Engine {
  name: 'native' | 'jsqr' | 'zxing'
  /** `isInverted` matters only to the platform's detector: it finds only dark on light. */
  read: (frame: Frame | Clip, isInverted: boolean) => Promise<DecodedCode[]>
  close: () => void
}
