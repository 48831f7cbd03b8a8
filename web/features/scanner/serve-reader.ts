import type { DecodedCode } from './engine.ts'
import type { Clip, Frame } from './frame.ts'
import { toPixels } from './frame.ts'

/** A worker's first word, one of the two. */
export const READY = 'ready'
export const FAILED = 'failed'

/** The worker's half of `openWorkerEngine`: says that it is ready, then answers frame by frame. */
export function serveReader(
  read: (image: ImageData) => DecodedCode[] | Promise<DecodedCode[]>,
): void {
  self.addEventListener('message', async ({ data: frame }: MessageEvent<Frame | Clip>) => {
    const codes = await Promise.resolve(frame)
      .then(toPixels)
      .then(read)
      // A picture that breaks the decoder holds no code.
      .catch(() => [])
    self.postMessage(codes)
  })
  self.postMessage(READY)
}
