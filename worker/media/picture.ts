import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { readJpeg } from './jpeg.ts'
import type { Picture, PictureReader } from './picture-reader.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

const READERS: PictureReader[] = [readJpeg, readPng, readWebp]

export interface PictureLimits {
  bytes: number
  sidePx: number
  pixels: number
  scans: number
}

export const PERSON_PHOTO: PictureLimits = {
  bytes: LIMITS.photoBytes,
  sidePx: LIMITS.photoSidePxMax,
  pixels: LIMITS.photoSidePxMax ** 2,
  scans: LIMITS.pictureScans,
}
/** The limits of a photo without a thumbnail, which lists show itself. */
export const SMALL_PHOTO: PictureLimits = {
  ...PERSON_PHOTO,
  sidePx: LIMITS.photoAloneSidePx,
  pixels: LIMITS.photoAloneSidePx ** 2,
}
export const THUMBNAIL: PictureLimits = {
  bytes: LIMITS.thumbnailBytes,
  sidePx: LIMITS.thumbnailSidePx,
  pixels: LIMITS.thumbnailSidePx ** 2,
  scans: LIMITS.pictureScans,
}
export const BAR_PICTURE: PictureLimits = {
  bytes: LIMITS.barPictureBytes,
  sidePx: LIMITS.pictureSidePx,
  pixels: LIMITS.picturePixels,
  scans: LIMITS.pictureScans,
}
export const BAR_COVER: PictureLimits = {
  bytes: LIMITS.barCoverBytes,
  sidePx: LIMITS.barCoverSidePx,
  pixels: LIMITS.barCoverSidePx ** 2,
  scans: LIMITS.pictureScans,
}

/** Detects the type by content. Decodes nothing: the header has the size. Throws `photo_refused`. */
export function readPicture(bytes: Uint8Array<ArrayBuffer>, limits: PictureLimits): Picture {
  if (bytes.length > limits.bytes) throw new CodedError('photo_refused', 'too many bytes')
  for (const read of READERS) {
    const picture = read(bytes)
    if (picture) return refuseHugeOrMarked(picture, limits)
  }
  throw new CodedError('photo_refused', 'not a JPEG, PNG or WebP picture')
}

function refuseHugeOrMarked(picture: Picture, limits: PictureLimits): Picture {
  const { width, height, scans, bytes } = picture
  const sides = [width, height]
  const huge = sides.some((side) => side < 1 || side > limits.sidePx)
  if (huge || width * height > limits.pixels) {
    throw new CodedError('photo_refused', 'too many pixels')
  }
  if (scans > limits.scans) throw new CodedError('photo_refused', 'too many scans')
  if (hasMetadata(bytes)) throw new CodedError('photo_refused', 'metadata in an unusual place')
  return picture
}

// These words are long enough never to occur in compressed data by chance.
const METADATA_WORDS = [
  'Exif\0\0',
  'http://ns.adobe.com/xap/',
  '<x:xmpmeta',
  '<?xpacket',
  'ICC_PROFILE',
]

/** A second check: metadata may hide where the readers expect none. */
function hasMetadata(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes)
  return METADATA_WORDS.some((word) => text.includes(word))
}
