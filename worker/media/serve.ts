import { PICTURE_TYPES } from '#contract/person.ts'
import { isMediaKey } from './keys.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** A browser keeps a person's photo at most this long after the visit. */
const FIVE_MINUTES = 'private, max-age=300'

export async function serveMedia(
  env: Env,
  key: string,
  request: Request,
): Promise<Response | null> {
  if (!isMediaKey(key)) return null
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
  return bucket.get(key, { onlyIf: request.headers })
}
