import { OWN_SCRIPT_POLICY } from '#contract/trusted-types.ts'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

function toOwnScript(address: string): string {
  const url = new URL(address, location.origin)
  if (url.origin !== location.origin) throw new TypeError('The script is not of this origin.')
  return url.href
}

// Older versions of Firefox and Safari lack trusted types: the check alone remains.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy(OWN_SCRIPT_POLICY, { createScriptURL: toOwnScript })

/** Returns a TrustedScriptURL where supported; the DOM types call it a string. */
export function ownScript(address: string): string {
  return policy ? policy.createScriptURL(address) : toOwnScript(address)
}
