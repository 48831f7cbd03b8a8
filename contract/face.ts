/** How a person looks where they are small. */

const EXTENSION = /\.\w+$/

/** The square thumbnail of a photo, by its path or key. */
export function toThumbnail(photo: string): string
export function toThumbnail(photo: string | null): string | null
export function toThumbnail(photo: string | null): string | null {
  return photo === null ? null : photo.replace(EXTENSION, '.thumbnail$&')
}

/** The photo of a thumbnail; anything else stays as it is. */
export function toWholePhoto(thumbnail: string): string {
  return thumbnail.replace(/\.thumbnail(?=\.\w+$)/, '')
}

export const TONES = 8

/** 0 to 7: the colour of a person's initial, the same for as long as the id. */
export function toTone(id: string): number {
  let hash = 0
  for (let at = 0; at < id.length; at += 1) hash = (hash * 31 + id.charCodeAt(at)) % 65_521
  return hash % TONES
}
