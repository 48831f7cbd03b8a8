import { useEffect, useState, useSyncExternalStore } from 'react'
import type { TrayPicture, Upload } from './picture-tray.ts'
import { PictureTray } from './picture-tray.ts'

/** A tray that lives as long as its form. */
export function usePictureTray(upload: Upload): {
  tray: PictureTray
  pictures: readonly TrayPicture[]
} {
  const [tray] = useState(() => new PictureTray(upload))
  useEffect(() => () => tray.clear(), [tray])
  return { tray, pictures: useSyncExternalStore(tray.subscribe, tray.read) }
}
