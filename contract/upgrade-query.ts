import * as v from 'valibot'
import { idSchema } from './id.ts'
import type { ResumePoint } from './protocol.ts'
import { resumePointSchema } from './protocol.ts'

/** The query of a page's upgrade. Old servers ignore it. */
export interface UpgradeQuery {
  resume: ResumePoint | null
  sharesFrames: boolean
  /** The person of a conversation whose newest page follows the first frame. */
  chat: string | null
}

const SHARED = 'shared'

export function toUpgradeQuery(resume: ResumePoint | null, chat: string | null = null): string {
  const place = resume ? `&epoch=${resume.epoch}&number=${resume.number}` : ''
  return `?frames=${SHARED}${place}${chat ? `&chat=${encodeURIComponent(chat)}` : ''}`
}

/** Unreadable parts are ignored. */
export function readUpgradeQuery(query: Record<string, string>): UpgradeQuery {
  const { frames, epoch, number, chat } = query
  const point = { epoch, number: number === undefined ? undefined : Number(number) }
  return {
    resume: v.is(resumePointSchema, point) ? point : null,
    sharesFrames: frames === SHARED,
    chat: v.is(idSchema, chat) ? chat : null,
  }
}
