import * as v from 'valibot'
import { storedItem } from '#web/session/stored-item.ts'
import type { ListedCamera } from './camera.ts'
import { Camera, listCameras, REAR } from './camera.ts'

/** The label beside the id: without a lasting permission browsers give every page other ids. */
const memorySchema = v.object({
  chosen: v.nullable(v.object({ id: v.string(), label: v.string() })),
  failed: v.array(v.string()),
})
type CameraMemory = v.InferOutput<typeof memorySchema>

const EMPTY: CameraMemory = { chosen: null, failed: [] }
const memoryItem = storedItem('scannerCameras', memorySchema, () => localStorage)

const readMemory = () => memoryItem.read() ?? EMPTY

/** The chosen camera, the rear one, then the others. Who failed before comes last. */
export function orderCameras({ chosen, failed }: CameraMemory, listed: ListedCamera[]): string[] {
  const namesake = chosen?.label ? listed.find(({ label }) => label === chosen.label) : undefined
  const first = namesake?.id ?? chosen?.id ?? REAR
  const ids = [...new Set([first, REAR, ...listed.map(({ id }) => id)])]
  const hasFailed = (id: string) => failed.includes(id)
  return [...ids.filter((id) => !hasFailed(id)), ...ids.filter(hasFailed)]
}

/** An unplugged camera is not a broken one. */
const isBroken = (error: unknown) =>
  error instanceof Error && ['NotReadableError', 'AbortError'].includes(error.name)

const isDenied = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'SecurityError'].includes(error.name)

/** Opens the first that opens. Rejects as the rear camera does. */
export async function openRemembered(): Promise<Camera> {
  const broken: string[] = []
  let reason: unknown
  for (const id of orderCameras(readMemory(), await listOthers())) {
    try {
      const camera = await Camera.open(id)
      remember(id, broken)
      return camera
    } catch (error) {
      if (isDenied(error)) throw error
      if (isBroken(error)) broken.push(id)
      if (id === REAR) reason = error
    }
  }
  throw reason
}

/** Returns none where the device has one camera. Ids are empty before the permission. */
async function listOthers(): Promise<ListedCamera[]> {
  const cameras = await listCameras()
  return cameras.length > 1 ? cameras.filter(({ id }) => id) : []
}

/** Learns nothing where all failed: then another application has them. */
function remember(opened: string, broken: readonly string[]): void {
  const { chosen, failed } = readMemory()
  const kept = new Set([...failed, ...broken])
  kept.delete(opened)
  if (kept.size !== failed.length || broken.length > 0) {
    memoryItem.write({ chosen, failed: [...kept] })
  }
}

export function chooseCamera(chosen: ListedCamera): void {
  const { failed } = readMemory()
  memoryItem.write({ chosen, failed: failed.filter((other) => other !== chosen.id) })
}
