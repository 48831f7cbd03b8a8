import * as v from 'valibot'
import type { ResumePoint } from './protocol.ts'
import { resumePointSchema } from './protocol.ts'

/**
 * What a page says of itself in the address of its upgrade. A server that knows none of it goes on
 * as with a page that said nothing.
 */
export interface UpgradeQuery {
  /** Where the page stopped; null for one that knows nothing yet. */
  resume: ResumePoint | null
  /** It can read a frame that several messages share. */
  sharesFrames: boolean
}

const SHARED = 'shared'

/** The query of a page's upgrade, with its question mark. */
export function toUpgradeQuery(resume: ResumePoint | null): string {
  const place = resume ? `&epoch=${resume.epoch}&number=${resume.number}` : ''
  return `?frames=${SHARED}${place}`
}

/** Reads the query of an upgrade; anything that is not understood was not said. */
export function readUpgradeQuery({ frames, epoch, number }: Record<string, string>): UpgradeQuery {
  const point = { epoch, number: number === undefined ? undefined : Number(number) }
  return {
    resume: v.is(resumePointSchema, point) ? point : null,
    sharesFrames: frames === SHARED,
  }
}
