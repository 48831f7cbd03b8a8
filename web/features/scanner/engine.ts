import type { FormatName } from './formats.ts'
import type { Clip, Frame } from './frame.ts'

/** Once zxing reads every frame, jsQR looks at one in this many: it is the patron's battery. */
export const JSQR_EVERY_TICKS = 5

/** What an engine has read. The text is somebody else's: only `judgeCode` decides what it means. */
export interface DecodedCode {
  text: string
  format: FormatName
}

interface AnyEngine {
  close: () => void
}
/** Runs in the platform and finds dark on light alone. It needs the picture as it shall read it. */
interface PlatformEngine extends AnyEngine {
  name: 'native'
  read: (frame: Frame, isInverted: boolean) => Promise<DecodedCode[]>
}
/** Runs in a thread of its own, which can cut the picture out by itself. */
interface WorkerEngine extends AnyEngine {
  name: 'jsqr' | 'zxing'
  read: (frame: Frame | Clip) => Promise<DecodedCode[]>
}

/** Reads one picture at a time, which is the engine's from then on. */
export type Engine = PlatformEngine | WorkerEngine
export type WorkerEngineName = WorkerEngine['name']
