import { ADMIN_API } from '#contract/admin-paths.ts'
import { uploadedPictureSchema } from '#contract/bar-form.ts'
import { TIMINGS } from '#contract/timings.ts'
import { sessionPrompt } from './admin-request.ts'
import { readAnswer } from './request.ts'

export type PictureFolder = 'logos' | 'photos'
export type PictureKind = PictureFolder | 'covers'

export interface UploadOptions {
  /** Share sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Returns the picture's path. Throws as `adminRequest` does. */
export async function uploadPicture(
  kind: PictureKind,
  picture: Blob,
  options: UploadOptions = {},
): Promise<string> {
  const { path } = await sessionPrompt.run(async () =>
    readAnswer(await send(ADMIN_API[kind], picture, options), uploadedPictureSchema),
  )
  return path
}

/** XMLHttpRequest, because `fetch` has no upload progress. */
function send(path: string, body: Blob, { onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', path)
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
