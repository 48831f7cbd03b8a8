interface Size {
  width: number
  height: number
}

/** The same shape with no side longer than `side`; a smaller picture stays as it is. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

export async function toDataUrl(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `data:${picture.type};base64,${btoa(binary)}`
}

/** The way back; null for what is no picture, such as a draft that was tampered with. */
export function fromDataUrl(data: string): Blob | null {
  const [, type, base64] = /^data:(image\/[a-z]+);base64,(.+)$/u.exec(data) ?? []
  if (!type || !base64) return null
  try {
    return new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type })
  } catch {
    return null
  }
}
