import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { AdminUser } from '#contract/admin.ts'
import { adminSessionSchema } from '#contract/admin.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type {
  Assertion,
  NewPasskeyRequest,
  OwnPasskey,
  OwnPasskeys,
  Proof,
  Transport,
} from '#contract/passkeys.ts'
import { ownPasskeysSchema, passkeyChallengeSchema, TRANSPORTS } from '#contract/passkeys.ts'
import { adminRequest } from './admin-request.ts'
import { request } from './request.ts'

/** Only administrators' pages need it, and only at a press. */
const library = () => import('@simplewebauthn/browser')

/** WebAuthn, 5.4: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Signs in. Throws the browser's own error when the person or the browser says no. */
export async function enterByPasskey(): Promise<AdminUser> {
  const json = await askPasskey([])
  const path = ADMIN_API.passkeySession
  return (await request(path, adminSessionSchema, { method: 'POST', json })).user
}

export function fetchPasskeys(): Promise<OwnPasskeys> {
  return adminRequest(ADMIN_API.passkeys, ownPasskeysSchema)
}

export interface PasskeyOwner extends Pick<AdminUser, 'id' | 'email'> {
  /** As the browser names the site. */
  productName: string
  /** This device must not make a second one. */
  known: readonly OwnPasskey[]
}

/** Throws `proof_needed` before the browser makes a key, and the browser's own error. */
export async function addPasskey(owner: PasskeyOwner): Promise<void> {
  const path = ADMIN_API.newPasskeyChallenge
  const { challenge } = await adminRequest(path, passkeyChallengeSchema, { method: 'POST' })
  const json = await makePasskey(challenge, owner)
  await adminRequest(ADMIN_API.passkeys, v.unknown(), { method: 'POST', json })
}

/** Asks the browser for a new key. Throws the browser's own error. */
export async function makePasskey(
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

export async function renamePasskey(id: string, name: string): Promise<void> {
  await adminRequest(address(ADMIN_API.ownPasskey, { passkeyId: id }), v.unknown(), {
    method: 'PATCH',
    json: { name },
  })
}

/** Succeeds also for one that is gone. */
export async function removePasskey(id: string): Promise<void> {
  await adminRequest(address(ADMIN_API.ownPasskey, { passkeyId: id }), v.unknown(), {
    method: 'DELETE',
  })
}

export async function prove(json: Proof): Promise<void> {
  await request(ADMIN_API.proof, v.unknown(), { method: 'PUT', json })
}

export async function proveByPasskey(known: readonly OwnPasskey[]): Promise<void> {
  await prove({ passkey: await askPasskey(known) })
}

/** `known` empty: any that the device has for this site. */
async function askPasskey(known: readonly OwnPasskey[]): Promise<Assertion> {
  const challenge = await fetchChallenge(ADMIN_API.passkeyChallenge)
  const { startAuthentication } = await library()
  const allowCredentials = known.map(toDescriptor)
  const optionsJSON = { challenge, allowCredentials, userVerification: 'required' } as const
  return toAssertion(await startAuthentication({ optionsJSON }))
}

function toAssertion({ id, response }: AuthenticationResponseJSON): Assertion {
  const { clientDataJSON: clientData, authenticatorData, signature } = response
  return { credentialId: id, clientData, authenticatorData, signature }
}

/** `json`: what the challenge is for, where nobody is signed in. */
export async function fetchChallenge(path: string, json?: unknown): Promise<string> {
  return (await request(path, passkeyChallengeSchema, { method: 'POST', json })).challenge
}

function toDescriptor({ credentialId: id, transports }: OwnPasskey) {
  return { id, type: 'public-key' as const, transports: [...transports] satisfies Transport[] }
}

/** Base64url of the id's characters: not an email, which a key would show to whoever holds it. */
function toUserId(id: string): string {
  return btoa(id).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
