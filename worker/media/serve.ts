import { toWholePhoto } from '#contract/face.ts'
import { PICTURE_TYPES } from '#contract/person.ts'
import { isMediaKey } from './keys.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** A browser keeps a person's photo at most this long after the visit. */
const FIVE_MINUTES = 'private, max-age=300'

/** Serves the photo if its thumbnail is missing. */
export async function serveMedia(
  env: Env,
  key: string,
  request: Request,
): Promise<Response | null> {
  if (!isMediaKey(key)) return null
  const answer = await serveObject(env, key, request)
  const whole = toWholePhoto(key)
  return answer || whole === key ? answer : await serveObject(env, whole, request)
}

async function serveObject(env: Env, key: string, request: Request): Promise<Response | null> {
  const object = await readObject(env.MEDIA, key, request)
  const type = PICTURE_TYPES.find((known) => known === object?.httpMetadata?.contentType)
  if (!object || !type) return null
  const headers = new Headers({
    'Content-Type': type,
    'Content-Disposition': `inline; filename="${key.slice(key.indexOf('/') + 1)}"`,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': key.startsWith('profiles/') ? FIVE_MINUTES : FOREVER,
    ETag: object.httpEtag,
  })
  headers.set('Content-Length', String(object.size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  if ('body' in object) return new Response(object.body, { headers })
  headers.delete('Content-Length')
  return new Response(null, { status: 304, headers })
}

function readObject(
  bucket: R2Bucket,
  key: string,
  request: Request,
): Promise<R2Object | R2ObjectBody | null> {
  if (request.method === 'HEAD') return bucket.head(key)
  // R2 throws for a malformed header. A browser sends the only tag that it has.
  const [tag, ...more] = (request.headers.get('If-None-Match') ?? '').matchAll(/"([^"]*)"/g)
  return bucket.get(key, tag?.[1] && !more.length ? { onlyIf: { etagDoesNotMatch: tag[1] } } : {})
}
