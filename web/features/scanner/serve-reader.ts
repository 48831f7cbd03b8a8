import type { DecodedCode } from './formats.ts'
import type { Clip, Frame } from './frames.ts'
import { toPixels } from './frames.ts'
import type { Reading } from './looks.ts'

/** A worker's first message is one of the two. A broken engine later sends the second. */
export const READY = 'ready'
export const FAILED = 'failed'

export interface ReadRequest {
  frame: Frame | Clip
  reading: Reading
}

type ReaderAnswer = DecodedCode[] | typeof FAILED

/** Worker side of `openWorkerEngine`. `onError` answers for a picture that breaks the decoder. */
export function serveReader(
  read: (image: ImageData, reading: Reading) => DecodedCode[] | Promise<DecodedCode[]>,
  onError: ReaderAnswer = [],
): void {
  self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
    const answer: ReaderAnswer = await Promise.resolve(data.frame)
      .then(toPixels)
      .then((image) => read(image, data.reading))
      .catch(() => onError)
    self.postMessage(answer)
  })
  self.postMessage(READY)
}
