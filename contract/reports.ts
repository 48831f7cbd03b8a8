import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { readText, toParagraphs } from './plain-text.ts'
import { nameSchema } from './profile-form.ts'
import { removalReasonSchema } from './removals.ts'

export const REPORT_REASONS = [
  'harassment',
  'fake_profile',
  'indecent_photo',
  'insult',
  'looks_underage',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const reportRequestSchema = v.strictObject({
  /** Random. A repeated request makes no second report. */
  attempt: idSchema,
  personId: idSchema,
  /** As the page shows it. Counts only if the room does not know the person any more. */
  name: nameSchema,
  reason: v.picklist(REPORT_REASONS),
  note: v.pipe(
    v.string(),
    v.transform((note) => readText(note, LIMITS.reportNoteText, toParagraphs)),
    v.string(),
  ),
  /** Whether the last messages between the two go with it. */
  withMessages: v.boolean(),
})
export type ReportRequest = v.InferOutput<typeof reportRequestSchema>

/** The frozen pictures of a report, by their last part of the address. */
export const EVIDENCE_PHOTOS = [
  'reporter',
  'reporter-thumbnail',
  'reported',
  'reported-thumbnail',
] as const
export type EvidencePhoto = (typeof EVIDENCE_PHOTOS)[number]

const sideSchema = v.object({
  personId: v.string(),
  /** As they were at that moment. */
  name: v.string(),
  /** Null: this side had left. Then the name is what the reporter's page showed. */
  table: v.nullable(v.string()),
  hasPhoto: v.boolean(),
  hasThumbnail: v.boolean(),
})
export type ReportSide = v.InferOutput<typeof sideSchema>

export const REPORT_STATES = ['open', 'closed', 'removed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const reportSchema = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASONS),
  state: v.picklist(REPORT_STATES),
  reportedAt: v.number(),
  closedAt: v.nullable(v.number()),
  /** Of the removal that closed it. */
  removalReason: v.fallback(v.nullable(removalReasonSchema), null),
  /** Null if it is gone. */
  evidence: v.nullable(
    v.object({
      note: v.string(),
      reporter: sideSchema,
      reported: sideSchema,
      /** Whether "Remover desta noite" can find their browser. */
      mayRemove: v.boolean(),
      messages: v.number(),
    }),
  ),
})
export type Report = v.InferOutput<typeof reportSchema>

/** Newest first. */
export const reportsSchema = v.array(reportSchema)

export const reportMessageSchema = v.object({
  isReporter: v.boolean(),
  text: v.string(),
  at: v.number(),
})
export type ReportMessage = v.InferOutput<typeof reportMessageSchema>

/** Oldest first. */
export const reportMessagesSchema = v.array(reportMessageSchema)
