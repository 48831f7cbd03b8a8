import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { BarTexts } from '#contract/bar-form.ts'
import { CodedError } from '#contract/errors.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { saysSignedOut } from '#web/api/admin-call.ts'
import { uploadPicture } from '#web/api/admin-media.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'
import type { BarField, BarProblems } from './bar-draft.ts'
import { BLANK_BASE, isSameDraft, lacksRequired, readBar, toBase } from './bar-draft.ts'
import type { BarTask } from './bar-task.ts'
import { describeFailure } from './bar-task.ts'
import { Covers } from './covers.ts'
import type { Upload } from './picture-uploads.ts'
import { PictureUploads } from './picture-uploads.ts'

export interface BarFormOptions {
  task: BarTask
  onSaved: () => void
}

interface Failure {
  title: string
  description: string
}

export function useBarForm({ task, onSaved }: BarFormOptions) {
  const [base] = useState(() => (task.bar ? toBase(task.bar) : BLANK_BASE))
  const [draft, setDraft] = useState(base.draft)
  const [problems, setProblems] = useState<BarProblems>({})
  const [step, setStep] = useState<'filling' | 'sending' | 'saved'>('filling')
  const [isStale, setIsStale] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isSubmitting = useRef(false)
  // Plan, owner and document are for administrators alone.
  const seesContract = !task.bar || task.bar.role === 'admin'
  const { uploads, pictures } = useUploads(base.pictures, uploadPicture)
  const [covers] = useState(() => new Covers(task.bar, (cover) => uploadPicture('covers', cover)))
  const hasOtherPictures = pictures.map(({ path }) => path).join() !== base.pictures.join()

  function change(field: BarField, text: string): void {
    setDraft((typed) => ({ ...typed, [field]: text }))
    setProblems(({ [field]: _, ...others }) => others)
    setFailure(null)
  }

  /** A field that was filled wrongly says so once the next one is used, not while one types. */
  function check(field: BarField): void {
    const problem = readBar(draft).problems?.[field]
    if (problem && draft[field].trim() !== '')
      setProblems((found) => ({ ...found, [field]: problem }))
  }

  /** Resolves to the problems of the fields. */
  async function submit(): Promise<BarProblems> {
    if (isSubmitting.current) return {}
    const { values: bar, problems: found = {} } = readBar(draft)
    setProblems(found)
    setFailure(null)
    toastStore.dismissErrors()
    if (!bar) {
      if (lacksRequired(found))
        refuse(barFormTexts.requiredFields, barFormTexts.requiredFieldsDetail)
      return found
    }
    isSubmitting.current = true
    setStep('sending')
    try {
      await sendBar(bar, { send: task.send, uploads, covers }, base.revision)
      showSaved()
      return {}
    } catch (error) {
      isSubmitting.current = false
      setStep('filling')
      return showFailure(error)
    }
  }

  function refuse(title: string, description: string, tone?: 'destructive'): void {
    setFailure({ title, description })
    showToast({ title, description, tone })
  }

  function showSaved(): void {
    if (!task.bar) {
      setDraft(BLANK_BASE.draft)
      uploads.clear()
    }
    setStep('saved')
    const { done: title, doneDetail: description } = task.texts
    showToast({ title, description, tone: 'success' })
    onSaved()
  }

  function showFailure(error: unknown): BarProblems {
    if (error instanceof UnsentPicture) {
      refuse(task.texts.failed, barFormTexts.uploadFailed, 'destructive')
      return {}
    }
    if (task.reload && hasCode(error, 'conflict')) {
      setIsStale(true)
      return {}
    }
    refuse(task.texts.failed, describeFailure(error, task), 'destructive')
    const found = hasCode(error, 'login_taken') ? { login: barFormTexts.barLoginTaken } : {}
    setProblems(found)
    return found
  }

  return {
    draft,
    problems,
    change,
    check,
    uploads,
    pictures,
    submit,
    seesContract,
    /** Why the last press came to nothing. Its toast is gone after a while. */
    failure,
    /** Somebody else saved a newer revision. */
    isStale,
    /** While sending, and afterwards until the page is left. */
    isBusy: step !== 'filling',
    isSending: step === 'sending',
    isDirty: step !== 'saved' && (hasOtherPictures || !isSameDraft(draft, base.draft)),
  }
}

export type BarFormState = ReturnType<typeof useBarForm>

function hasCode(error: unknown, code: CodedError['code']): boolean {
  return error instanceof CodedError && error.code === code
}

function useUploads(kept: readonly string[], upload: Upload) {
  const [uploads] = useState(() => new PictureUploads(upload))
  const begin = useEffectEvent(() => uploads.keep(kept))
  useEffect(() => {
    begin()
    return () => uploads.clear()
  }, [uploads])
  return { uploads, pictures: useSyncExternalStore(uploads.subscribe, uploads.read) }
}

/** The form keeps the picture and offers a retry. */
class UnsentPicture extends Error {}

interface Sending {
  send: BarTask['send']
  uploads: PictureUploads
  covers: Covers
}

/** Waits for the uploads. Uploads once more what the server has deleted. */
async function sendBar(bar: BarTexts, sending: Sending, revision: number): Promise<void> {
  const { uploads, covers } = sending
  if (!(await uploads.finish())) throw new UnsentPicture()
  try {
    await sendWithPictures(bar, sending, revision)
  } catch (error) {
    if (!hasCode(error, 'picture_gone')) throw error
    covers.forget()
    if (!(await uploads.renew())) throw new UnsentPicture()
    await sendWithPictures(bar, sending, revision)
  }
}

async function sendWithPictures(
  bar: BarTexts,
  { send, uploads, covers }: Sending,
  revision: number,
): Promise<void> {
  const first = uploads.read().find(({ folder }) => folder === 'photos')
  const coverUrl = await covers.coverOf(first).catch((error) => {
    if (saysSignedOut(error)) throw error
    // A bar is saved without a cover rather than not at all.
    return null
  })
  await send({ ...bar, ...uploads.paths(), coverUrl }, revision)
}
