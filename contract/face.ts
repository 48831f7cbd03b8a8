/** The thumbnail of a person, or the colour of their initial. */

const EXTENSION = /\.\w+$/

/** The square thumbnail of a photo, by its path or key. */
export function toThumbnail(photo: string): string
export function toThumbnail(photo: string | null): string | null
export function toThumbnail(photo: string | null): string | null {
  return photo === null ? null : photo.replace(EXTENSION, '.thumbnail$&')
}

/** Returns the photo of a thumbnail, and any other path unchanged. */
export function toWholePhoto(thumbnail: string): string {
  return thumbnail.replace(/\.thumbnail(?=\.\w+$)/, '')
}

export const TONES = 8

/** 0 to 7: the colour of a person's initial. It depends on the id alone. */
export function toTone(id: string): number {
  let hash = 0
  for (let at = 0; at < id.length; at += 1) hash = (hash * 31 + id.charCodeAt(at)) % 65_521
  return hash % TONES
}
