export async function toDataUrl(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `data:${picture.type};base64,${btoa(binary)}`
}

/** Null for anything but a picture, such as a tampered draft. */
export function fromDataUrl(data: string): Blob | null {
  const [, type, base64] = /^data:(image\/[a-z]+);base64,(.+)$/u.exec(data) ?? []
  if (!type || !base64) return null
  try {
    return new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type })
  } catch {
    return null
  }
}
