import { Buffer } from 'node:buffer'
import type { Context } from 'hono'
import { CodedError } from '#contract/errors.ts'
import type { Assertion, NewPasskeyRequest } from '#contract/passkeys.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import type { NewPasskey, PasskeyRecord, PasskeyUse } from '#worker/db/passkeys.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'
import { deviceLabelOf, readChallengeCookie, setChallengeCookie } from './sessions.ts'
import { hashSecret, mintChallenge, readChallenge } from './tokens.ts'

/** The browser keeps the challenge in a cookie, so that it costs no query and no row. */
export function challenge(c: Context<AppEnv>): string {
  const minted = mintChallenge(c.env.PASSWORD_PEPPER, Date.now())
  setChallengeCookie(c, minted)
  return hashSecret(minted)
}

/** Throws `wrong_credentials`. */
export async function readNewPasskey(
  c: Context<AppEnv>,
  { credentialId, clientData, attestation, transports }: NewPasskeyRequest,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const { challengedAt, ...expected } = expectedOf(c)
  const verified = await verifyRegistrationResponse({
    ...expected,
    response: {
      ...toCredential(credentialId),
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
  }).catch(refuse)
  if (!verified.verified) throw new CodedError('wrong_credentials')
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    id: crypto.randomUUID(),
    credentialId: credential.id,
    publicKey: toText(credential.publicKey),
    transports,
    counter: credential.counter,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    deviceLabel: deviceLabelOf(c),
    challengedAt,
  }
}

/** Throws `wrong_credentials`. `notePasskeyUse` must still check that the challenge is unused. */
export async function readAssertion(
  c: Context<AppEnv>,
  { credentialId, publicKey, counter }: PasskeyRecord,
  { clientData, authenticatorData, signature }: Assertion,
): Promise<PasskeyUse> {
  const { verifyAuthenticationResponse } = await library()
  const { challengedAt, ...expected } = expectedOf(c)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    credential: { id: credentialId, publicKey: toBytes(publicKey), counter },
    response: {
      ...toCredential(credentialId),
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
  }).catch(refuse)
  if (!verified) throw new CodedError('wrong_credentials')
  const { newCounter, credentialBackedUp } = authenticationInfo
  return { counter: newCounter, backedUp: credentialBackedUp, challengedAt }
}

/** Loaded on use: its certificate parsers would slow the start of every isolate. */
const library = () => import('@simplewebauthn/server')

function expectedOf(c: Context<AppEnv>) {
  const minted = readChallengeCookie(c)
  const challengedAt = readChallenge(c.env.PASSWORD_PEPPER, minted)?.mintedAt
  const now = Date.now()
  if (!challengedAt || challengedAt > now || challengedAt <= now - TIMINGS.passkeyChallengeMs) {
    throw new CodedError('wrong_credentials')
  }
  const origin = ownOriginOf(c.req.raw, c.env)
  return {
    challengedAt,
    expectedChallenge: hashSecret(minted),
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
  }
}

function toCredential(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

/** The library throws an error that says what did not match. */
function refuse(error: unknown): never {
  throw new CodedError('wrong_credentials', 'the passkey was refused', { cause: error })
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}
