import { MEDIA_PREFIX } from '#contract/paths.ts'
import type { PictureFolder, UploadOptions } from '#web/api/admin-media.ts'
import { Cell } from '#web/ui/cell.ts'

export interface FormPicture {
  id: number
  folder: PictureFolder
  /** Null if the server already has it. */
  blob: Blob | null
  url: string
  /** From 0 to 1. */
  progress: number
  /** Path on the server; null until uploaded. */
  path: string | null
  failure: unknown
}

export type Upload = (
  folder: PictureFolder,
  picture: Blob,
  options: Required<UploadOptions>,
) => Promise<string>

const LOGOS = `${MEDIA_PREFIX}logos/`

/** Uploads each picture as soon as it is chosen, so that submit waits little. */
export class PictureUploads extends Cell<readonly FormPicture[]> {
  #lastId = 0
  readonly #upload: Upload
  readonly #preparing = new Set<Promise<boolean>>()
  readonly #jobs = new Map<number, { done: Promise<void>; abort: AbortController }>()

  constructor(upload: Upload) {
    super([])
    this.#upload = upload
  }

  add(folder: PictureFolder, blob: Blob): void {
    this.#lastId += 1
    const id = this.#lastId
    const url = URL.createObjectURL(blob)
    const picture = { id, folder, blob, url, progress: 0, path: null, failure: null }
    this.set([...this.read(), picture])
    this.send(picture)
  }

  keep(paths: readonly string[]): void {
    this.clear()
    const kept = paths.map((path) => {
      this.#lastId += 1
      const folder = path.startsWith(LOGOS) ? ('logos' as const) : ('photos' as const)
      return { id: this.#lastId, folder, blob: null, url: path, progress: 1, path, failure: null }
    })
    this.set(kept)
  }

  remove(id: number): void {
    this.#jobs.get(id)?.abort.abort()
    this.#jobs.delete(id)
    const removed = this.read().find((picture) => picture.id === id)
    if (removed?.blob) URL.revokeObjectURL(removed.url)
    this.set(this.read().filter((picture) => picture.id !== id))
  }

  clear(): void {
    for (const { id } of this.read()) this.remove(id)
  }

  send({ id, folder, blob }: FormPicture): void {
    if (!blob) return
    const abort = new AbortController()
    this.#change(id, { progress: 0, path: null, failure: null })
    const onProgress = (progress: number) => this.#change(id, { progress })
    const done = this.#upload(folder, blob, { onProgress, signal: abort.signal }).then(
      (path) => this.#change(id, { path }),
      (failure) => this.#change(id, { failure }),
    )
    this.#jobs.set(id, { done, abort })
  }

  /** Has `finish` wait for a picture that is being made smaller. False: it cannot be. */
  async prepare(picture: Promise<boolean>): Promise<void> {
    this.#preparing.add(picture)
    await picture
    this.#preparing.delete(picture)
  }

  /** Retries failed uploads and waits for the rest. True if the server has all pictures. */
  async finish(): Promise<boolean> {
    const prepared = await Promise.all(this.#preparing)
    if (prepared.includes(false)) return false
    for (const picture of this.read()) if (picture.failure) this.send(picture)
    await Promise.all([...this.#jobs.values()].map(({ done }) => done))
    return this.read().every(({ path }) => path !== null)
  }

  /** Uploads all again: the server deletes pictures that no bar claims in time. */
  async renew(): Promise<boolean> {
    for (const picture of this.read()) this.send(picture)
    return this.finish()
  }

  paths(): { logoUrl: string | null; photoUrls: string[] } {
    const pathsOf = (wanted: PictureFolder) =>
      this.read().flatMap(({ folder, path }) => (folder === wanted && path ? [path] : []))
    return { logoUrl: pathsOf('logos')[0] ?? null, photoUrls: pathsOf('photos') }
  }

  #change(id: number, changes: Partial<FormPicture>): void {
    this.set(
      this.read().map((picture) => (picture.id === id ? { ...picture, ...changes } : picture)),
    )
  }
}
