import * as v from 'valibot'
import { toThumbnail } from '#contract/face.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import type { PictureType } from '#contract/person.ts'
import { PICTURE_TYPES } from '#contract/person.ts'
import type { EvidencePhoto, ReportMessage } from '#contract/reports.ts'
import { EVIDENCE_PHOTOS, reportMessageSchema, reportMessagesSchema } from '#contract/reports.ts'
import { concatBytes } from './bytes.ts'
import { isMediaKey } from './keys.ts'
import { listPages } from './list-pages.ts'

const personSchema = v.object({
  personId: v.string(),
  name: v.string(),
  /** It is null if the person had left. */
  table: v.nullable(v.string()),
  /** The path, as in a profile. */
  photo: v.nullable(v.string()),
})
export type FrozenPerson = v.InferOutput<typeof personSchema>

/** The state that a room freezes when a report is made. */
export const evidenceSchema = v.object({
  note: v.string(),
  reporter: personSchema,
  reported: personSchema,
  messages: v.array(reportMessageSchema),
})
export type Evidence = v.InferOutput<typeof evidenceSchema>

/** A range of bytes after the head. */
const partSchema = v.object({ at: v.number(), bytes: v.number() })

const headSchema = v.object({
  ...v.omit(evidenceSchema, ['messages']).entries,
  messages: v.object({ ...partSchema.entries, count: v.number() }),
  photos: v.array(
    v.object({
      ...partSchema.entries,
      name: v.picklist(EVIDENCE_PHOTOS),
      type: v.picklist(PICTURE_TYPES),
    }),
  ),
})
type Head = v.InferOutput<typeof headSchema>
export type EvidenceHead = Omit<Head, 'messages'> & { messages: number }

const FOLDER = 'reports/'
/** The longest note, names and tables take less as JSON. */
const HEAD_BYTES = 24_000
const LINE_END = '\n'.charCodeAt(0)

interface Frozen {
  name: EvidencePhoto
  type: PictureType
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Writes one object: a head of one line of JSON, the messages, the pictures. A list reads only the
 * head, and R2 never returns the messages for an account that may not read them. Idempotent: the first
 * object stays, because an attempt that comes late may find the photos erased.
 */
export async function putEvidence(env: Env, reportId: string, evidence: Evidence): Promise<void> {
  const { messages, ...said } = evidence
  const photos = await freezePhotos(env, evidence)
  const words = new TextEncoder().encode(JSON.stringify(messages))
  let at = words.byteLength
  const places = photos.map(({ name, type, bytes }) => {
    const place = { name, type, at, bytes: bytes.byteLength }
    at += bytes.byteLength
    return place
  })
  const head: Head = {
    ...said,
    messages: { count: messages.length, at: 0, bytes: words.byteLength },
    photos: places,
  }
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`)
  const bytes = concatBytes([line, words, ...photos.map((one) => one.bytes)])
  // If there is an object already, R2 returns null (developers.cloudflare.com/r2/api/workers/workers-api-reference).
  await env.MEDIA.put(toKey(reportId), bytes, { onlyIf: { etagDoesNotMatch: '*' } })
}

/** Returns null once the evidence has expired. */
export async function readEvidenceHead(env: Env, reportId: string): Promise<EvidenceHead | null> {
  const found = await readHead(env, reportId)
  return found && { ...found.head, messages: found.head.messages.count }
}

export async function readEvidenceMessages(
  env: Env,
  reportId: string,
): Promise<ReportMessage[] | null> {
  const found = await readHead(env, reportId)
  const body = found && (await readPart(env, reportId, found.start, found.head.messages))
  return body && v.parse(reportMessagesSchema, await body.json())
}

export async function readEvidencePhoto(
  env: Env,
  reportId: string,
  photo: EvidencePhoto,
): Promise<{ type: PictureType; body: ReadableStream } | null> {
  const found = await readHead(env, reportId)
  const place = found?.head.photos.find(({ name }) => name === photo)
  const body = found && place && (await readPart(env, reportId, found.start, place))
  return body ? { type: place.type, body: body.body } : null
}

/** Missing evidence is no error. */
export async function eraseEvidence(env: Env, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length > 0) await env.MEDIA.delete(reportIds.map(toKey))
}

/** Does the work of the bucket's lifecycle rule, which may be absent or late. */
export async function sweepEvidence(env: Env, olderThan: number): Promise<number> {
  let swept = 0
  for await (const objects of listPages(env.MEDIA, FOLDER)) {
    const ended = objects.filter(({ uploaded }) => uploaded.getTime() <= olderThan)
    if (ended.length > 0) await env.MEDIA.delete(ended.map(({ key }) => key))
    swept += ended.length
  }
  return swept
}

function toKey(reportId: string): string {
  return `${FOLDER}${reportId}`
}

async function freezePhotos(env: Env, { reporter, reported }: Evidence): Promise<Frozen[]> {
  const wanted: [EvidencePhoto, string | null][] = [
    ['reporter', reporter.photo],
    ['reporter-thumbnail', toThumbnail(reporter.photo)],
    ['reported', reported.photo],
    ['reported-thumbnail', toThumbnail(reported.photo)],
  ]
  const found = await Promise.all(wanted.map(([name, path]) => freezePhoto(env, name, path)))
  return found.filter((one) => one !== null)
}

async function freezePhoto(
  env: Env,
  name: EvidencePhoto,
  path: string | null,
): Promise<Frozen | null> {
  const key = path?.slice(MEDIA_PREFIX.length) ?? ''
  const object = isMediaKey(key) ? await env.MEDIA.get(key) : null
  const type = PICTURE_TYPES.find((one) => one === object?.httpMetadata?.contentType)
  return object && type ? { name, type, bytes: new Uint8Array(await object.arrayBuffer()) } : null
}

async function readHead(env: Env, reportId: string): Promise<{ head: Head; start: number } | null> {
  const object = await env.MEDIA.get(toKey(reportId), { range: { offset: 0, length: HEAD_BYTES } })
  if (!object) return null
  const bytes = await object.bytes()
  const end = bytes.indexOf(LINE_END)
  const line = new TextDecoder().decode(bytes.subarray(0, end))
  return { head: v.parse(headSchema, JSON.parse(line)), start: end + 1 }
}

function readPart(
  env: Env,
  reportId: string,
  start: number,
  { at, bytes: length }: v.InferOutput<typeof partSchema>,
): Promise<R2ObjectBody | null> {
  return env.MEDIA.get(toKey(reportId), { range: { offset: start + at, length } })
}
