import { lazy, useState } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import { wholeSquare } from '#web/pictures/geometry.ts'
import { openPicture } from '#web/pictures/open-picture.ts'
import { PHOTO_PROBLEMS, shrinkPhoto } from './shrink-photo.ts'

const loadCropDialog = async () => (await import('./crop-dialog.tsx')).CropDialog

export const CropDialog = lazy(async () => ({ default: await loadCropDialog() }))

export function usePhotoPicker(onChange: (photo: string | null) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [opened, setOpened] = useState<ImageBitmap | null>(null)

  async function pick(file: File): Promise<void> {
    setProblem(null)
    setIsBusy(true)
    const hasDialog = loadCropDialog().then(
      () => true,
      () => false,
    )
    const picture = await openPicture(file).catch(() => ({ problem: 'unreadable' }) as const)
    if (picture.problem) setProblem(PHOTO_PROBLEMS[picture.problem])
    else if (await hasDialog) setOpened(picture.bitmap)
    // Offline the dialog's code cannot load: the centre square is used.
    else take(picture.bitmap, await shrinkPhoto(picture.bitmap, wholeSquare(picture.bitmap)))
    setIsBusy(false)
  }

  function take(bitmap: ImageBitmap, photo: string | null): void {
    if (photo === null) setProblem(profileTexts.photoTooLarge)
    else onChange(photo)
    bitmap.close()
    setOpened(null)
  }

  function close(): void {
    opened?.close()
    setOpened(null)
  }

  function remove(): void {
    setProblem(null)
    onChange(null)
  }

  return { pick, remove, problem, isBusy, opened, take, close }
}
