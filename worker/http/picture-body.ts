import { CodedError } from '#contract/errors.ts'
import { PICTURE_TYPES } from '#contract/person.ts'
import { concatBytes } from '#worker/media/bytes.ts'

/**
 * A request's body as bytes. Throws `unsupported_media_type` unless it is said to be a picture
 * (what it is, its content tells later) and `too_large`. Counts while it reads: what
 * `Content-Length` claims does not matter.
 */
export async function readPictureBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const said = request.headers.get('Content-Type')
  if (!PICTURE_TYPES.some((type) => type === said)) {
    throw new CodedError('unsupported_media_type', `send ${PICTURE_TYPES.join(', ')}`)
  }
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw new CodedError('too_large')
    pieces.push(piece)
  }
  return concatBytes(pieces)
}
