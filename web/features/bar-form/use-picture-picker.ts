import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { ShrunkPicture } from '#web/pictures/shrink-picture.ts'
import { shrinkPicture } from '#web/pictures/shrink-picture.ts'
import { describePictureProblem } from './describe-failure.ts'

const BAR_PICTURE = { sidePx: LIMITS.barPictureSidePx, bytes: LIMITS.barPictureBytes }
const UNREADABLE: ShrunkPicture = { problem: 'unreadable' }

export function usePicturePicker(onShrunk: (picture: Blob) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function pick(file: File): Promise<void> {
    setProblem(null)
    setIsBusy(true)
    const shrunk = await shrinkPicture(file, BAR_PICTURE).catch(() => UNREADABLE)
    setIsBusy(false)
    if (shrunk.picture) onShrunk(shrunk.picture)
    else setProblem(describePictureProblem(shrunk.problem))
  }

  return { pick, problem, isBusy, forget: () => setProblem(null) }
}
