import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'
import { INTERESTS } from '#contract/interest.ts'
import { formatTyped } from '#contract/phone.ts'
import type { ProfileDraft } from '#web/session/visit.ts'

/** Takes over input that was typed into the prerendered form before hydration. */
export function useEarlyDraft(
  form: RefObject<HTMLFormElement | null>,
  draft: ProfileDraft,
  take: (changes: Partial<ProfileDraft>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the first render
  useLayoutEffect(() => {
    if (!form.current) return
    const put = readFields(new FormData(form.current))
    const keys = Object.keys(put) as (keyof typeof put)[]
    if (keys.some((key) => put[key] !== draft[key])) take(put)
  }, [])
}

function readFields(fields: FormData): Omit<ProfileDraft, 'photo'> {
  const interest = fields.get('interest')
  return {
    name: String(fields.get('name') ?? ''),
    phone: formatTyped(String(fields.get('phone') ?? '')),
    interest: INTERESTS.find((value) => value === interest) ?? 'all',
    showsInterest: fields.has('showsInterest'),
  }
}
