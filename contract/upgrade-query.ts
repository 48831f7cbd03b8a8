import * as v from 'valibot'
import type { ResumePoint } from './protocol.ts'
import { resumePointSchema } from './protocol.ts'

/** The query of a page's upgrade. Old servers ignore it. */
export interface UpgradeQuery {
  resume: ResumePoint | null
  sharesFrames: boolean
}

const SHARED = 'shared'

export function toUpgradeQuery(resume: ResumePoint | null): string {
  const place = resume ? `&epoch=${resume.epoch}&number=${resume.number}` : ''
  return `?frames=${SHARED}${place}`
}

/** Unreadable parts are ignored. */
export function readUpgradeQuery({ frames, epoch, number }: Record<string, string>): UpgradeQuery {
  const point = { epoch, number: number === undefined ? undefined : Number(number) }
  return {
    resume: v.is(resumePointSchema, point) ? point : null,
    sharesFrames: frames === SHARED,
  }
}
