import type { Engine } from './engines.ts'
import type { DecodedCode } from './formats.ts'
import { reduce } from './frames.ts'
import { THOROUGH } from './looks.ts'

/** For a code that fills the photo, a distant one, a blurred one. */
const LONGER_SIDES_PX = [1_200, 600, 2_400, 300]
/** Above this size jsQR takes seconds; zxing suffices. */
const JSQR_SIDE_MAX_PX = 1_200

/** Tries several sizes, also inverted. Rejects if the browser cannot decode the file. */
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
    await engine.read(await reduce(picture, side), { ...THOROUGH, isInverted }).catch(() => [])
  const codes = await read(false)
  // The other engines read inverted codes by themselves.
  return codes.length > 0 || engine.name !== 'native' ? codes : await read(true)
}
