import type { DecodedCode } from './decoded-code.ts'
import type { Frame } from './frame.ts'

export type EngineName = 'native' | 'jsqr' | 'zxing'

/** Reads one frame at a time. The frame is the engine's from then on. */
export interface Engine {
  name: EngineName
  read: (frame: Frame) => Promise<DecodedCode[]>
  close: () => void
}
