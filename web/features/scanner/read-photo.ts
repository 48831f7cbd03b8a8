import type { DecodedCode, Engine } from './engine.ts'
import { reduce } from './frame.ts'

/** A code that fills the photo, one on a poster across the room, one blurred by a shaking hand. */
const LONGER_SIDES_PX = [1_200, 600, 2_400, 300]
/** Above this jsQR takes seconds, and zxing sees what there is to see. */
const JSQR_SIDE_MAX_PX = 1_200

/**
 * Looks for codes in a photo, in several sizes and inverted too, until `isEnough` says so.
 * Rejects where the file is no picture that this browser can open.
 */
export async function readPhoto(
  photo: Blob,
  engines: readonly Engine[],
  isEnough: (codes: DecodedCode[]) => boolean,
): Promise<DecodedCode[]> {
  const picture = await createImageBitmap(photo)
  const found: DecodedCode[] = []
  try {
    for (const side of LONGER_SIDES_PX) {
      for (const engine of engines) {
        if (engine.name === 'jsqr' && side > JSQR_SIDE_MAX_PX) continue
        found.push(...(await look(engine, picture, side)))
        if (isEnough(found)) return found
      }
    }
    return found
  } finally {
    picture.close()
  }
}

async function look(engine: Engine, picture: ImageBitmap, side: number): Promise<DecodedCode[]> {
  const read = async (isInverted: boolean) =>
    await engine.read(await reduce(picture, side), isInverted).catch(() => [])
  const codes = await read(false)
  // The others read both by themselves.
  return codes.length > 0 || engine.name !== 'native' ? codes : await read(true)
}
