import type { PictureType } from '#contract/person.ts'

export interface Picture {
  type: PictureType
  width: number
  height: number
  /** Passes over the whole picture while a browser decodes it. */
  scans: number
  bytes: Uint8Array<ArrayBuffer>
}

export type PictureReader = (bytes: Uint8Array<ArrayBuffer>) => Picture | null
