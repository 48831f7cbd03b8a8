import type { PictureType } from '#contract/person.ts'

/** A picture rebuilt from the parts that draw it: no metadata, no thumbnail, nothing after its end. */
export interface Picture {
  type: PictureType
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
}

/** What a reader found; null where the bytes are not a picture of its kind or not a sound one. */
export type PictureReader = (bytes: Uint8Array<ArrayBuffer>) => Picture | null
