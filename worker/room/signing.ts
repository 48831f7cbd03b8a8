import { fromBase64Url, toBase64Url } from '#worker/rim/base64url.ts'

/** What a signature is for: one made for another purpose never passes. */
export type Purpose = 'visit' | 'device'

const encoder = new TextEncoder()

/** HMAC-SHA-256 of a text, base64url. */
export async function sign(key: string, purpose: Purpose, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await importKey(key), toSigned(purpose, text))
  return toBase64Url(new Uint8Array(signature))
}

/** Whether `sign` made this signature, in a time that does not tell how much of it is right. */
export async function isSigned(
  key: string,
  purpose: Purpose,
  text: string,
  signatureText: string,
): Promise<boolean> {
  const signature = fromBase64Url(signatureText)
  if (!signature) return false
  return crypto.subtle.verify('HMAC', await importKey(key), signature, toSigned(purpose, text))
}

function toSigned(purpose: Purpose, text: string): Uint8Array {
  return encoder.encode(`${purpose}:${text}`)
}

let imported: { text: string; key: CryptoKey } | undefined

async function importKey(text: string): Promise<CryptoKey> {
  if (imported?.text === text) return imported.key
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const usages = ['sign', 'verify']
  const key = await crypto.subtle.importKey('raw', encoder.encode(text), algorithm, false, usages)
  imported = { text, key }
  return key
}
