import { useRef, useState } from 'react'
import type { Entered } from '#contract/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import type { ProfileDraft } from '#web/session/profile-draft.ts'
import { profileDraftItem } from '#web/session/profile-draft.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { enter, saysPhotoIsRefused, toEntryFailure } from './enter.ts'
import type { ProfileProblem } from './read-profile.ts'
import { readProfile } from './read-profile.ts'

const BLANK: ProfileDraft = { name: '', phone: '', photo: null, interest: 'all' }

export interface ProfileFormOptions {
  barId: string
  table: string
  /** Asked before the profile is made; false leaves everything as it is. */
  mayEnter: () => Promise<boolean>
  onEntered: (entered: Entered) => void
}

/** What the form holds and what submitting it does. */
export function useProfileForm({ barId, table, mayEnter, onEntered }: ProfileFormOptions) {
  const [draft, setDraft] = useState(() => profileDraftItem.read() ?? BLANK)
  const [problem, setProblem] = useState<ProfileProblem | null>(null)
  const [photoError, setPhotoError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isSubmitting = useRef(false)

  function change(changes: Partial<ProfileDraft>): void {
    const next = { ...draft, ...changes }
    setDraft(next)
    setProblem(null)
    setPhotoError(null)
    profileDraftItem.write(next)
  }

  /** Resolves to what is wrong with the input, where something is. */
  async function submit(): Promise<ProfileProblem | null> {
    if (isSubmitting.current) return null
    const read = readProfile(draft)
    setProblem(read.problem ?? null)
    if (read.problem) {
      if (read.problem === 'nameMissing') tellNameIsMissing()
      return read.problem
    }
    isSubmitting.current = true
    try {
      if (!(await mayEnter())) return null
      setIsBusy(true)
      const entered = await enter(barId, table, read.profile)
      showToast({
        title: profileTexts.created,
        description: profileTexts.createdDetail,
        tone: 'success',
      })
      onEntered(entered)
    } catch (error) {
      if (saysPhotoIsRefused(error)) setPhotoError(profileTexts.photoRefused)
      showToast({
        title: sharedTexts.error,
        description: toEntryFailure(error),
        tone: 'destructive',
      })
    } finally {
      isSubmitting.current = false
      setIsBusy(false)
    }
    return null
  }

  return { draft, change, problem, photoError, isBusy, submit }
}

function tellNameIsMissing(): void {
  showToast({
    title: profileTexts.nameMissing,
    description: profileTexts.nameMissingHint,
    tone: 'destructive',
  })
}
