import type { FormatName } from './formats.ts'

/** What an engine has read. The text is somebody else's: only `judgeCode` decides what it means. */
export interface DecodedCode {
  text: string
  format: FormatName
}
