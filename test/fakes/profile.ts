import type { EnterRequest } from '#contract/profile-form.ts'

/** A new profile as the form sends it. */
export function aProfile(changes: Partial<EnterRequest> = {}): EnterRequest {
  return {
    attempt: crypto.randomUUID(),
    name: 'Ana',
    phone: null,
    photo: null,
    interest: 'all',
    showsInterest: true,
    table: '7',
    deviceKey: null,
    mark: null,
    entryCode: null,
    ...changes,
  }
}
