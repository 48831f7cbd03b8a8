import { useState } from 'react'
import type { OwnPerson } from '#contract/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { editProfile } from '#web/api/visit.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { tellNameIsMissing, tellRefusal } from './describe-problem.ts'
import type { FieldErrors } from './profile-fields.tsx'
import type { EditDraft, EditProblem } from './read-profile.ts'
import { readEdit, toEditDraft } from './read-profile.ts'

export interface EditOptions {
  barId: string
  secret: string
  you: OwnPerson
  onSaved: (person: OwnPerson) => void
  onClose: () => void
}

/** The own profile while it is being changed. */
export function useEdit({ barId, secret, you, onSaved, onClose }: EditOptions) {
  // As it was when the dialog opened: what another tab changes meanwhile is not undone from here.
  const [before] = useState(you)
  const [draft, setDraft] = useState(() => toEditDraft(you))
  const [problem, setProblem] = useState<EditProblem | null>(null)
  const [refusal, setRefusal] = useState<FieldErrors>({})
  const [isBusy, setIsBusy] = useState(false)

  function change(changes: Partial<EditDraft>): void {
    setDraft((held) => ({ ...held, ...changes }))
    setProblem(null)
    setRefusal({})
  }

  /** Resolves to what is wrong with the input, where something is. */
  async function submit(): Promise<EditProblem | null> {
    if (isBusy) return null
    const read = readEdit(draft, before)
    setProblem(read.problem ?? null)
    if (read.problem === 'nameMissing') tellNameIsMissing()
    if (read.problem) return read.problem
    if (Object.keys(read.changes).length === 0) {
      onClose()
      return null
    }
    setIsBusy(true)
    try {
      onSaved(await editProfile(barId, secret, read.changes))
      const { saved: title, savedDetail: description } = profileTexts
      showToast({ title, description, tone: 'success' })
      onClose()
    } catch (error) {
      setRefusal(tellRefusal(error, 'edit'))
    } finally {
      setIsBusy(false)
    }
    return null
  }

  return { draft, change, problem, refusal, isBusy, submit }
}
