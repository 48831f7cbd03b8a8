import { useState } from 'react'
import type { OwnPerson } from '#contract/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { editProfile } from '#web/api/visit.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { tellProblems, tellRefusal } from './describe-problem.ts'
import type { FieldErrors } from './profile-fields.tsx'
import type { EditDraft, EditProblems } from './read-profile.ts'
import { firstField, readEdit, toEditDraft } from './read-profile.ts'

export interface EditOptions {
  barId: string
  secret: string
  you: OwnPerson
  onSaved: (person: OwnPerson) => void
  onClose: () => void
}

export function useEdit({ barId, secret, you, onSaved, onClose }: EditOptions) {
  // The profile at opening: later changes of another tab are not overwritten.
  const [before] = useState(you)
  const [draft, setDraft] = useState(() => toEditDraft(you))
  const [errors, setErrors] = useState<FieldErrors & Pick<EditProblems, 'table'>>({})
  const [isBusy, setIsBusy] = useState(false)

  function change(changes: Partial<EditDraft>): void {
    setDraft((held) => ({ ...held, ...changes }))
    setErrors({})
  }

  /** Resolves to the first invalid field. */
  async function submit(): Promise<keyof EditProblems | null> {
    if (isBusy) return null
    const { changes, problems = {} } = readEdit(draft, before)
    setErrors(problems)
    if (!changes) {
      tellProblems(problems)
      return firstField(problems)
    }
    if (Object.keys(changes).length === 0) {
      onClose()
      return null
    }
    setIsBusy(true)
    try {
      onSaved(await editProfile(barId, secret, changes))
      const { saved: title, savedDetail: description } = profileTexts
      showToast({ title, description, tone: 'success' })
      onClose()
    } catch (error) {
      setErrors(tellRefusal(error, 'edit'))
    } finally {
      setIsBusy(false)
    }
    return null
  }

  return { draft, change, errors, isBusy, submit }
}
