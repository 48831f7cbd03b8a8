import { randomBytes } from 'node:crypto'

/** The word that vite.config.ts puts wherever a nonce belongs (`html.cspNonce`). */
export const CSP_NONCE_WORD = '__CSP_NONCE__'

/** 128 fresh random bits. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64url')
}
