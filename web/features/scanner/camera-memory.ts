import * as v from 'valibot'
import { storedItem } from '#web/session/stored-item.ts'
import { Camera, listCameras, REAR } from './camera.ts'

const memorySchema = v.object({ chosen: v.nullable(v.string()), failed: v.array(v.string()) })
type CameraMemory = v.InferOutput<typeof memorySchema>

const EMPTY: CameraMemory = { chosen: null, failed: [] }
const memoryItem = storedItem('scannerCameras', memorySchema, () => localStorage)

const readMemory = () => memoryItem.read() ?? EMPTY

/** The chosen camera, the rear one, then the others. Who failed before comes last. */
export function orderCameras({ chosen, failed }: CameraMemory, listed: string[]): string[] {
  const ids = [...new Set([chosen ?? REAR, REAR, ...listed])]
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

/** Of a device with one camera that is the rear one. Before the permission ids are empty. */
async function listOthers(): Promise<string[]> {
  const ids = await listCameras()
  return ids.length > 1 ? ids.filter(Boolean) : []
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

export function chooseCamera(id: string): void {
  const { failed } = readMemory()
  memoryItem.write({ chosen: id, failed: failed.filter((other) => other !== id) })
}
