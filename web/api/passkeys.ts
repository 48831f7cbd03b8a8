import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import type { AdminSession, AdminUser } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Assertion, NewPasskeyRequest, OwnPasskey, Transport } from '#contract/passkeys.ts'
import { TRANSPORTS } from '#contract/passkeys.ts'
import type { JoinChallengeRequest } from '#contract/team.ts'
import { adminCall } from './admin-call.ts'
import { call } from './call.ts'

/** Only administrators' pages need it, and only at a press. */
const library = () => import('@simplewebauthn/browser')

/** WebAuthn, 5.4: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Signs in. Throws the browser's own error when the person or the browser says no. */
export async function enterByPasskey(): Promise<AdminUser> {
  return (await call(ADMIN_ENDPOINTS.logInByPasskey, {}, await askPasskey([]))).user
}

export interface PasskeyOwner extends Pick<AdminUser, 'id' | 'email'> {
  /** The browser shows it as the name of the site. */
  productName: string
  /** This device must not make a second one. */
  known: readonly OwnPasskey[]
}

/** Throws `proof_needed` before the browser makes a key, and the browser's own error. */
export async function addPasskey(owner: PasskeyOwner): Promise<void> {
  const { challenge } = await adminCall(ADMIN_ENDPOINTS.challengeNewPasskey, {})
  await adminCall(ADMIN_ENDPOINTS.addPasskey, {}, await makePasskey(challenge, owner))
}

/** Joins a bar with a new account that has a passkey and no password. Throws the browser's own error too. */
export async function joinByPasskey(
  { token, email }: JoinChallengeRequest,
  productName: string,
): Promise<AdminSession> {
  const { challenge } = await call(ADMIN_ENDPOINTS.challengeToJoin, {}, { token, email })
  // The key's user handle: the account has no id yet.
  const owner = { id: crypto.randomUUID(), email, productName, known: [] }
  const passkey = await makePasskey(challenge, owner)
  return call(ADMIN_ENDPOINTS.join, {}, { token, email, passkey })
}

/** Asks the browser for a new key. Throws the browser's own error. */
async function makePasskey(
  challenge: string,
  { id, email, productName, known }: PasskeyOwner,
): Promise<NewPasskeyRequest> {
  const { startRegistration } = await library()
  const made = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { name: productName },
      user: { id: toUserId(id), name: email, displayName: email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map(toDescriptor),
      attestation: 'none',
    },
  })
  const { clientDataJSON: clientData, attestationObject: attestation, transports } = made.response
  return {
    credentialId: made.id,
    clientData,
    attestation,
    transports: TRANSPORTS.filter((one) => transports?.includes(one)),
  }
}

export async function proveByPasskey(known: readonly OwnPasskey[]): Promise<void> {
  await call(ADMIN_ENDPOINTS.prove, {}, { passkey: await askPasskey(known) })
}

/** `known` empty: any that the device has for this site. */
async function askPasskey(known: readonly OwnPasskey[]): Promise<Assertion> {
  const { challenge } = await call(ADMIN_ENDPOINTS.challengePasskey, {})
  const { startAuthentication } = await library()
  const allowCredentials = known.map(toDescriptor)
  const optionsJSON = { challenge, allowCredentials, userVerification: 'required' } as const
  return toAssertion(await startAuthentication({ optionsJSON }))
}

function toAssertion({ id, response }: AuthenticationResponseJSON): Assertion {
  const { clientDataJSON: clientData, authenticatorData, signature } = response
  return { credentialId: id, clientData, authenticatorData, signature }
}

function toDescriptor({ credentialId: id, transports }: OwnPasskey) {
  return { id, type: 'public-key' as const, transports: [...transports] satisfies Transport[] }
}

/** Base64url of the id's characters: not an email, which a key would show to whoever holds it. */
function toUserId(id: string): string {
  return btoa(id).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
