import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { TrayPicture, Upload } from './picture-tray.ts'
import { PictureTray } from './picture-tray.ts'

export function usePictureTray(
  kept: readonly string[],
  upload: Upload,
): {
  tray: PictureTray
  pictures: readonly TrayPicture[]
} {
  const [tray] = useState(() => new PictureTray(upload))
  const begin = useEffectEvent(() => tray.keep(kept))
  useEffect(() => {
    begin()
    return () => tray.clear()
  }, [tray])
  return { tray, pictures: useSyncExternalStore(tray.subscribe, tray.read) }
}
