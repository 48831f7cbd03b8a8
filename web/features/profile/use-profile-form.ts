import { useRef, useState } from 'react'
import type { Entered } from '#contract/entered.ts'
import { saysRemoved } from '#web/api/visit.ts'
import type { ProfileDraft } from '#web/session/visit.ts'
import { profileDraftItem } from '#web/session/visit.ts'
import { tellProblems, tellRefusal } from './describe-problem.ts'
import { enter } from './enter.ts'
import type { FieldErrors } from './profile-fields.tsx'
import type { ProfileProblems } from './read-profile.ts'
import { firstField, readProfile } from './read-profile.ts'
import { tellEntered } from './tell-entered.ts'

const BLANK: ProfileDraft = {
  name: '',
  phone: '',
  photo: null,
  interest: 'all',
  showsInterest: true,
}

export interface ProfileFormOptions {
  barId: string
  table: string
  /** Called before the profile is created; false aborts. */
  mayEnter: () => Promise<boolean>
  onEntered: (entered: Entered) => void
  onRemoved: () => void
}

export function useProfileForm(options: ProfileFormOptions) {
  const { barId, table, mayEnter, onEntered, onRemoved } = options
  const [draft, setDraft] = useState(() => profileDraftItem.read() ?? BLANK)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  const isSubmitting = useRef(false)
  const latest = useRef(draft)

  function change(changes: Partial<ProfileDraft>): void {
    // Encoding a photo takes time: fields typed meanwhile must not be overwritten.
    const next = { ...latest.current, ...changes }
    latest.current = next
    setDraft(next)
    setErrors({})
    profileDraftItem.write(next)
  }

  /** Resolves to the first invalid field. */
  async function submit(): Promise<keyof ProfileProblems | null> {
    if (isSubmitting.current) return null
    const { profile, problems = {} } = readProfile(draft)
    setErrors(problems)
    if (!profile) {
      tellProblems(problems)
      return firstField(problems)
    }
    isSubmitting.current = true
    try {
      if (!(await mayEnter())) return null
      setIsBusy(true)
      const entered = await enter(barId, table, profile)
      tellEntered(entered)
      onEntered(entered)
    } catch (error) {
      if (saysRemoved(error)) onRemoved()
      else setErrors(tellRefusal(error, 'enter'))
    } finally {
      isSubmitting.current = false
      setIsBusy(false)
    }
    return null
  }

  return { draft, change, errors, isBusy, submit }
}
