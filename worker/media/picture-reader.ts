import type { PictureType } from '#contract/person.ts'

export interface Picture {
  type: PictureType
  width: number
  height: number
  /** How often a browser goes over the whole picture while it decodes. */
  scans: number
  bytes: Uint8Array<ArrayBuffer>
}

export type PictureReader = (bytes: Uint8Array<ArrayBuffer>) => Picture | null
