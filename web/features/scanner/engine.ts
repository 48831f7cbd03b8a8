import type { FormatName } from './formats.ts'
import type { Clip, Frame } from './frame.ts'

/** Once zxing reads every frame, jsQR looks at one in this many: it is the patron's battery. */
export const JSQR_EVERY_TICKS = 5

/** What an engine has read. The text is somebody else's: only `judgeCode` decides what it means. */
export interface DecodedCode {
  text: string
  format: FormatName
}

/** Reads one picture at a time in a thread of its own. The picture is the engine's from then on. */
export interface Engine {
  name: 'native' | 'jsqr' | 'zxing'
  /** The platform's detector finds dark on light alone; the others ignore `isInverted`. */
  read: (frame: Frame | Clip, isInverted: boolean) => Promise<DecodedCode[]>
  close: () => void
}
