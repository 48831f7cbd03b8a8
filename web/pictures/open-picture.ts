import { inspectFile } from './inspect-file.ts'

export type PictureProblem = 'unreadable' | 'heic' | 'cutOff' | 'tooWide' | 'tooLarge'
export type OpenedPicture =
  | { bitmap: ImageBitmap; problem?: never }
  | { bitmap?: never; problem: PictureProblem }

/** The largest cameras of phones make 200 megapixels; what claims more is a bomb. */
const PIXELS_MAX = 210_000_000

/** Decodes a file, the right way up. Whoever gets the bitmap closes it. */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  const { kind, size, isCutOff } = inspectFile(new Uint8Array(await file.arrayBuffer()))
  if (size && size.width * size.height > PIXELS_MAX) return { problem: 'tooWide' }
  if (isCutOff) return { problem: 'cutOff' }
  const bitmap = await decode(file)
  if (!bitmap) return { problem: kind === 'heic' ? 'heic' : 'unreadable' }
  return { bitmap }
}

async function decode(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}
