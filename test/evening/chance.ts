import { createHash } from 'node:crypto'

/** Chance that falls the same for both rooms, as long as a step draws the same number of values. */
let step = ''
const drawn = new Map<string, number>()

export function drawFor(name: string): void {
  step = name
  drawn.clear()
}

function draw(kind: string, bytes: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  for (let have = 0; have < bytes; have += 32) {
    const count = (drawn.get(kind) ?? 0) + 1
    drawn.set(kind, count)
    parts.push(createHash('sha256').update(`${step} ${kind} ${count}`).digest())
  }
  return Uint8Array.from(parts.flatMap((part) => [...part])).slice(0, bytes)
}

export function randomBytes(size: number) {
  return Buffer.from(draw(`bytes ${size}`, size))
}

function randomUUID(): string {
  const hex = Buffer.from(draw('uuid', 16)).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

function getRandomValues(into: Uint8Array): Uint8Array {
  into.set(draw(`values ${into.length}`, into.length))
  return into
}

const seeded = { subtle: crypto.subtle, randomUUID, getRandomValues }

export { seeded as crypto }
