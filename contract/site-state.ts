import * as v from 'valibot'
import { LIMITS } from './limits.ts'
import { isSmall, readText, toLine } from './plain-text.ts'

/** Id of the element that the Worker puts above each page of patrons. */
export const NOTICE_ID = 'site-notice'

const noticeTextSchema = v.pipe(
  v.string(),
  v.check((text) => isSmall(text, LIMITS.noticeText)),
  v.transform((text) => readText(text, LIMITS.noticeText, toLine)),
  v.string(),
  v.transform((text) => text || null),
)

/** Set by an administrator for the whole site. */
export const siteStateSchema = v.strictObject({
  /** Nobody new comes in anywhere; who is inside goes on. */
  isStopped: v.boolean(),
  notice: v.nullable(noticeTextSchema),
})
export type SiteState = v.InferOutput<typeof siteStateSchema>

/** Refused where it is not `from` any more: somebody else has changed it since this page read it. */
export const siteChangeSchema = v.strictObject({ from: siteStateSchema, to: siteStateSchema })
export type SiteChange = v.InferOutput<typeof siteChangeSchema>

/** What patrons read; empty for nothing. */
export const siteNoticeSchema = v.object({ notice: v.string() })
export type SiteNotice = v.InferOutput<typeof siteNoticeSchema>
