import type { PictureType } from '#contract/person.ts'

/** Rebuilt without metadata, thumbnail and trailing bytes. */
export interface Picture {
  type: PictureType
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Null if the bytes are not a valid picture of this type. */
export type PictureReader = (bytes: Uint8Array<ArrayBuffer>) => Picture | null
