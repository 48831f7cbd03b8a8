import { deviceKeysItem } from './visit-items.ts'

export function readDeviceKey(barId: string): string | null {
  return deviceKeysItem.read()?.[barId] ?? null
}

export function keepDeviceKey(barId: string, key: string): void {
  // Moves the bar to the end: `way-back.ts` opens the last one.
  const { [barId]: _, ...others } = deviceKeysItem.read() ?? {}
  deviceKeysItem.write({ ...others, [barId]: key })
}

/** Forgets the bar's key, or only if it is `refused`: another tab may have made a profile since. */
export function forgetDeviceKey(barId: string, refused?: string): void {
  const { [barId]: kept, ...others } = deviceKeysItem.read() ?? {}
  if (refused !== undefined && kept !== refused) return
  import('./notices.ts').then(
    ({ forgetNotices }) => forgetNotices(),
    () => undefined,
  )
  if (Object.keys(others).length > 0) deviceKeysItem.write(others)
  else deviceKeysItem.remove()
}
