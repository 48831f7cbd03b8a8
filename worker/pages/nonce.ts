import { toBase64Url } from '#worker/rim/base64url.ts'

/** The word that vite.config.ts puts wherever a nonce belongs (`html.cspNonce`). */
export const CSP_NONCE_WORD = '__CSP_NONCE__'

/** 128 fresh random bits. */
export function makeNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
}
