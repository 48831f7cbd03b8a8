import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { TIMINGS } from '#contract/timings.ts'
import { sessionPrompt } from './admin-call.ts'
import { readAnswer } from './request.ts'

export type PictureFolder = 'logos' | 'photos'
export type PictureKind = PictureFolder | 'covers'

const UPLOADS = {
  logos: ADMIN_ENDPOINTS.uploadLogo,
  photos: ADMIN_ENDPOINTS.uploadPhoto,
  covers: ADMIN_ENDPOINTS.uploadCover,
}

export interface UploadOptions {
  /** Share sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Returns the picture's path. Throws as `adminCall` does. */
export async function uploadPicture(
  kind: PictureKind,
  picture: Blob,
  options: UploadOptions = {},
): Promise<string> {
  const endpoint = UPLOADS[kind]
  const { path } = await sessionPrompt.run(async () =>
    readAnswer(await send(endpoint, picture, options), endpoint.answer),
  )
  return path
}

/** XMLHttpRequest, because `fetch` has no upload progress. */
function send(
  { method, path }: Endpoint,
  body: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(method, path)
    sending.setRequestHeader('accept', 'application/json')
    sending.setRequestHeader('content-type', body.type)
    sending.timeout = TIMINGS.pictureSentWithinMs
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
    sending.onload = () => resolve(new Response(sending.responseText, { status: sending.status }))
    sending.onerror = () => reject(new TypeError('Failed to send'))
    sending.ontimeout = sending.onerror
    sending.onabort = () => reject(new DOMException('Taken back', 'AbortError'))
    signal?.addEventListener('abort', () => sending.abort())
    if (signal?.aborted) sending.onabort(new ProgressEvent('abort'))
    else sending.send(body)
  })
}
