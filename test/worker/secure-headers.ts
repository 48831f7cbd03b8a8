import { expect } from 'vitest'

/** Headers of every answer, from the Worker and from the platform for a file. */
const SECURE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(
    /^camera=\(self\), microphone=\(\), geolocation=\(\)/,
  ),
  'strict-transport-security': 'max-age=63072000',
  'content-security-policy': expect.stringMatching(
    /^(?:sandbox; )?default-src 'none'; .*\bframe-ancestors 'none'/,
  ),
}

/** Returns the answer's headers by their lower-case names. Reads its body. */
export async function expectSecure(answer: Response): Promise<Record<string, string>> {
  await answer.arrayBuffer()
  const headers = Object.fromEntries(answer.headers)
  expect(headers).toMatchObject(SECURE_HEADERS)
  return headers
}

/** The headers that are the same text on every answer. */
export const SAME_EVERYWHERE = Object.keys(SECURE_HEADERS).filter(
  (name) => name !== 'content-security-policy',
)
