import { inspectFile } from './inspect-file.ts'

export type PictureProblem = 'unreadable' | 'heic' | 'cutOff' | 'tooWide' | 'tooLarge'
export type OpenedPicture =
  | { bitmap: ImageBitmap; problem?: never }
  | { bitmap?: never; problem: PictureProblem }

/** The largest phone cameras make 200 megapixels; more is a decompression bomb. */
const PIXELS_MAX = 210_000_000

/** Applies the orientation. The caller closes the bitmap. */
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
