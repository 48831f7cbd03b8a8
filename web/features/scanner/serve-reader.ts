import type { DecodedCode } from './engine.ts'
import type { Clip, Frame } from './frame.ts'
import { toPixels } from './frame.ts'

/** A worker's first word, one of the two. An engine that reads no more answers with the second. */
export const READY = 'ready'
export const FAILED = 'failed'

export interface ReadRequest {
  frame: Frame | Clip
  isInverted: boolean
}

type Answer = DecodedCode[] | typeof FAILED

/**
 * The worker's half of `openWorkerEngine`: says that it is ready, then answers frame by frame.
 * A picture that breaks the decoder holds no code, unless `onError` says that the engine is broken.
 */
export function serveReader(
  read: (image: ImageData, isInverted: boolean) => DecodedCode[] | Promise<DecodedCode[]>,
  onError: Answer = [],
): void {
  self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
    const answer: Answer = await Promise.resolve(data.frame)
      .then(toPixels)
      .then((image) => read(image, data.isInverted))
      .catch(() => onError)
    self.postMessage(answer)
  })
  self.postMessage(READY)
}
