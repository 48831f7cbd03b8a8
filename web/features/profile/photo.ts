import { LIMITS } from '#contract/limits.ts'
import type { Area } from '#web/pictures/geometry.ts'
import { wholeSquare } from '#web/pictures/geometry.ts'
import { shrinkBitmap } from '#web/pictures/shrink-picture.ts'

const PHOTO = { sidePx: LIMITS.photoSidePx, bytes: LIMITS.photoBytes }
/** A list shows it at 82 px, where it has two or three pixels for one: nobody sees the quality, which is half the bytes. */
const THUMBNAIL = {
  sidePx: LIMITS.thumbnailSidePx,
  bytes: LIMITS.thumbnailBytes,
  quality: 0.5,
}

/** Null if no quality makes the square small enough to send inline. */
export async function shrinkPhoto(bitmap: ImageBitmap, square: Area): Promise<string | null> {
  const { picture } = await shrinkBitmap(bitmap, PHOTO, square)
  return picture ? await toDataUrl(picture) : null
}

/** Beside a photo that is sent: what lists show. Without one they show the photo. */
export async function withThumbnail<T extends { photo?: string | null | undefined }>(
  profile: T,
): Promise<T & { thumbnail?: string | null }> {
  const photo = profile.photo && fromDataUrl(profile.photo)
  if (!photo) return profile
  return { ...profile, thumbnail: await makeThumbnail(photo).catch(() => null) }
}

async function makeThumbnail(photo: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(photo)
  const { picture } = await shrinkBitmap(bitmap, THUMBNAIL, wholeSquare(bitmap))
  bitmap.close()
  return picture ? await toDataUrl(picture) : null
}

export async function toDataUrl(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `data:${picture.type};base64,${btoa(binary)}`
}

/** Null for anything but a picture, such as a tampered draft. */
export function fromDataUrl(data: string): Blob | null {
  const [, type, base64] = /^data:(image\/[a-z]+);base64,(.+)$/u.exec(data) ?? []
  if (!type || !base64) return null
  try {
    return new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type })
  } catch {
    return null
  }
}
