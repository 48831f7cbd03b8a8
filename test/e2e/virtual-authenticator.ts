import type { BrowserContext, Page } from '@playwright/test'

/** Chromium answers questions for passkeys by itself, as a device whose owner says yes. */
export async function addAuthenticator(page: Page, context: BrowserContext): Promise<void> {
  const protocol = await context.newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await protocol.send('WebAuthn.addVirtualAuthenticator', { options })
}
