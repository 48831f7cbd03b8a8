import type { Ground } from '#web/pictures/ground.ts'
import { groundOf } from '#web/pictures/ground.ts'
import type { Engine } from './engines.ts'
import type { DecodedCode } from './formats.ts'
import { reduce } from './frames.ts'
import type { Reading } from './looks.ts'
import { MORE_PHOTO_LOOKS, PHOTO_LOOKS } from './looks.ts'

/** Above this size jsQR takes seconds; zxing suffices. */
const JSQR_SIDE_MAX_PX = 1_200
/** Somebody waits for a photo, and sees that it is read. */
const PATIENCE_MS = 2_000

/** Reads in several sizes. If that is not enough, tries other ways until two seconds are over. */
export async function readPhoto(
  picture: ImageBitmap,
  engines: readonly Engine[],
  isEnough: (codes: DecodedCode[]) => boolean,
): Promise<DecodedCode[]> {
  const found: DecodedCode[] = []
  const ends = performance.now() + PATIENCE_MS
  const grounds: (Ground | null)[] = groundOf(picture) ? ['#fff', '#000'] : [null]
  for (const [turn, look] of [...PHOTO_LOOKS, ...MORE_PHOTO_LOOKS].entries()) {
    if (turn >= PHOTO_LOOKS.length && performance.now() > ends) break
    const { sideMax, ...reading } = look
    for (const ground of grounds) {
      for (const engine of engines) {
        if (!fits(engine, sideMax, reading)) continue
        const frame = await reduce(picture, sideMax, ground)
        found.push(...(await engine.read(frame, reading).catch(() => [])))
        if (isEnough(found)) return found
      }
    }
  }
  return found
}

/** Only zxing knows more ways than dark on light and its opposite. */
function fits({ name }: Engine, sideMax: number, { isInverted, ...ways }: Reading): boolean {
  switch (name) {
    case 'zxing':
      return !isInverted
    case 'jsqr':
      return sideMax <= JSQR_SIDE_MAX_PX && !isInverted && isPlain(ways)
    case 'native':
      return isPlain(ways)
  }
}

const isPlain = ({ isGlobal, isIsolated, bend }: Reading) => !isGlobal && !isIsolated && !bend
