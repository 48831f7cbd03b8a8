import * as v from 'valibot'
import { idSchema } from './id.ts'
import { LIMITS } from './limits.ts'
import { readText, toParagraphs } from './plain-text.ts'
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

/**
 * `known`: of a visit older than `TIMINGS.newcomerMs`, or in an answered conversation with one. `excess`: of a
 * newcomer, beyond the numbers of the network or the bar. The last are listed at the end.
 */
export const REPORT_RANKS = ['known', 'new', 'excess'] as const
export type ReportRank = (typeof REPORT_RANKS)[number]

export const reportRequestSchema = v.strictObject({
  /** A random id. A repeated request makes no second report. */
  attempt: idSchema,
  personId: idSchema,
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
  /** It is null if this person had left. */
  table: v.nullable(v.string()),
  hasPhoto: v.boolean(),
  hasThumbnail: v.boolean(),
})
export type ReportSide = v.InferOutput<typeof sideSchema>

export const REPORT_STATES = ['open', 'closed', 'removed'] as const

const reportSchema = v.object({
  id: v.string(),
  reason: v.picklist(REPORT_REASONS),
  rank: v.picklist(REPORT_RANKS),
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
      messages: v.number(),
    }),
  ),
})
export type Report = v.InferOutput<typeof reportSchema>

/** A card of the board: a report of a `known` visit, or all of newcomers about one person. */
const reportCardSchema = v.object({
  /** It stays when reports are added to the card. */
  id: v.string(),
  /** The newest one. */
  report: reportSchema,
  /** Counts all reports in the card. */
  count: v.number(),
})
export type ReportCard = v.InferOutput<typeof reportCardSchema>

/** In the order of `REPORT_RANKS`, then newest first. */
export const openReportsSchema = v.object({
  cards: v.array(reportCardSchema),
  /** Counts all open reports of the bar. */
  open: v.number(),
  /** The cursor of the next page, or null on the last one. */
  next: v.nullable(v.string()),
})
export type OpenReportsPage = v.InferOutput<typeof openReportsSchema>

export const reportsSchema = v.object({
  reports: v.array(reportSchema),
  /** The cursor of the next page, or null on the last one. */
  next: v.nullable(v.string()),
})
export type ReportsPage = v.InferOutput<typeof reportsSchema>

export const reportMessageSchema = v.object({
  isReporter: v.boolean(),
  text: v.string(),
  at: v.number(),
})
export type ReportMessage = v.InferOutput<typeof reportMessageSchema>

/** Oldest first. */
export const reportMessagesSchema = v.array(reportMessageSchema)
