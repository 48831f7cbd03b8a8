import * as v from 'valibot'
import { idSchema } from './id.ts'
import type { ResumePoint } from './protocol.ts'
import { resumePointSchema } from './protocol.ts'

/** The query of a page's upgrade. */
export interface UpgradeQuery {
  resume: ResumePoint | null
  /** The person of a conversation whose newest page follows the first frame. */
  chat: string | null
}

/** Returns '' where there is nothing to ask. */
export function toUpgradeQuery(resume: ResumePoint | null, chat: string | null = null): string {
  const parts = Object.entries({ ...resume, ...(chat !== null && { chat }) })
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return query && `?${query}`
}

/** Unreadable parts are ignored. */
export function readUpgradeQuery(query: Record<string, string>): UpgradeQuery {
  const { epoch, number, chat } = query
  const point = { epoch, number: number === undefined ? undefined : Number(number) }
  return {
    resume: v.is(resumePointSchema, point) ? point : null,
    chat: v.is(idSchema, chat) ? chat : null,
  }
}
