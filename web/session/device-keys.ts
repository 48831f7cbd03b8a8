import * as v from 'valibot'
import { DEVICE_KEYS_KEY } from '#contract/stored-keys.ts'
import { storedItem } from './stored-item.ts'

/** By bar: proof that this browser created a profile there. All tabs share it. */
const deviceKeysItem = storedItem(
  DEVICE_KEYS_KEY,
  v.record(v.string(), v.string()),
  () => localStorage,
)

export function readDeviceKey(barId: string): string | null {
  return deviceKeysItem.read()?.[barId] ?? null
}

export function keepDeviceKey(barId: string, key: string): void {
  deviceKeysItem.write({ ...deviceKeysItem.read(), [barId]: key })
}

export function forgetDeviceKey(barId: string): void {
  const { [barId]: _, ...others } = deviceKeysItem.read() ?? {}
  if (Object.keys(others).length > 0) deviceKeysItem.write(others)
  else deviceKeysItem.remove()
}
