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

// Firefox and Safari of some years have no trusted types; there the check alone stands.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy(OWN_SCRIPT_POLICY, { createScriptURL: toOwnScript })

/**
 * An address that `new Worker` and `serviceWorker.register` take under the page's CSP. What comes
 * back is a TrustedScriptURL where the browser knows them, which the platform's types call a string.
 */
export function ownScript(address: string): string {
  return policy ? policy.createScriptURL(address) : toOwnScript(address)
}
