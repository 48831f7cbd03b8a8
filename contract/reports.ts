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
  /** A random id. A repeated request makes no second report. */
  attempt: idSchema,
  personId: idSchema,
  /** The name that the page shows. The room uses it only if it no longer knows the person. */
  name: nameSchema,
  reason: v.picklist(REPORT_REASONS),
  note: v.pipe(
    v.string(),
    v.transform((note) => readText(note, LIMITS.reportNoteText, toParagraphs)),
    v.string(),
  ),
  /** Whether the report includes the last messages between the two. */
  withMessages: v.boolean(),
})
export type ReportRequest = v.InferOutput<typeof reportRequestSchema>

/** The frozen pictures of a report, named as in the last part of their path. */
export const EVIDENCE_PHOTOS = [
  'reporter',
  'reporter-thumbnail',
  'reported',
  'reported-thumbnail',
] as const
export type EvidencePhoto = (typeof EVIDENCE_PHOTOS)[number]

const sideSchema = v.object({
  personId: v.string(),
  name: v.string(),
  /** If this person had left, it is null, and the name is the one on the reporter's page. */
  table: v.nullable(v.string()),
  hasPhoto: v.boolean(),
  hasThumbnail: v.boolean(),
})
export type ReportSide = v.InferOutput<typeof sideSchema>

export const REPORT_STATES = ['open', 'closed', 'removed'] as const

const reportSchema = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASONS),
  state: v.picklist(REPORT_STATES),
  reportedAt: v.number(),
  closedAt: v.nullable(v.number()),
  /** The reason of the removal that closed the report. */
  removalReason: v.fallback(v.nullable(removalReasonSchema), null),
  /** The evidence, or null once it has expired. */
  evidence: v.nullable(
    v.object({
      note: v.string(),
      reporter: sideSchema,
      reported: sideSchema,
      /** Whether "Remover desta noite" can find the reported person's browser. */
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
