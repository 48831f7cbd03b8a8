import type { AdminBar } from '#contract/admin-bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { shrinkPicture } from '#web/pictures/shrink-picture.ts'
import type { FormPicture } from './picture-uploads.ts'

const COVER = { sidePx: LIMITS.barCoverSidePx, bytes: LIMITS.barCoverBytes }

type UploadCover = (cover: Blob) => Promise<string>

/** Makes the cover of a bar, a smaller rendition of its first photo, at most once for each photo. */
export class Covers {
  readonly #upload: UploadCover
  readonly #bar: AdminBar | null
  readonly #made = new Map<string, string>()

  constructor(bar: AdminBar | null, upload: UploadCover) {
    this.#bar = bar
    this.#upload = upload
    this.forget()
  }

  /** Null without a photo, or if no cover can be made: people then see the photo itself. */
  async coverOf(photo: FormPicture | undefined): Promise<string | null> {
    if (!photo?.path) return null
    const made = this.#made.get(photo.path)
    if (made) return made
    const source = photo.blob ?? (await fetchPicture(photo.path))
    const { picture } = await shrinkPicture(source, COVER)
    if (!picture) return null
    const path = await this.#upload(picture)
    this.#made.set(photo.path, path)
    return path
  }

  /** All but the cover that the bar shows: the server deletes pictures that no bar claims in time. */
  forget(): void {
    this.#made.clear()
    const { photoUrls: [first] = [], coverUrl = null } = this.#bar ?? {}
    if (first && coverUrl) this.#made.set(first, coverUrl)
  }
}

async function fetchPicture(path: string): Promise<Blob> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(TIMINGS.answerWithinMs) })
  return answer.blob()
}
