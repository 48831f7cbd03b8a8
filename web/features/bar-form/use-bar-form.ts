import { useRef, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { CodedError } from '#contract/errors.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { uploadPicture } from '#web/api/admin-media.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { BarBase, BarDraft, BarField } from './bar-draft.ts'
import { BAR_FIELDS, BLANK_BASE, isSameDraft, rebaseDraft, toBase } from './bar-draft.ts'
import type { BarTask } from './bar-task.ts'
import type { BarProblems, TypedBar } from './read-bar.ts'
import { lacksRequired, readBar } from './read-bar.ts'
import { usePictureTray } from './use-picture-tray.ts'

export interface BarFormOptions {
  /** What becomes of what was typed. */
  task: BarTask
  /** Makes a call again once somebody has logged in, if the session has ended. */
  keepSession: <T>(call: () => Promise<T>) => Promise<T>
  onSaved: () => void
}

/** What the form holds and what submitting it does. */
export function useBarForm({ task, keepSession, onSaved }: BarFormOptions) {
  const [base, setBase] = useState<BarBase>(() => (task.bar ? toBase(task.bar) : BLANK_BASE))
  const [draft, setDraft] = useState(base.draft)
  const [problems, setProblems] = useState<BarProblems>({})
  const [step, setStep] = useState<'filling' | 'sending' | 'saved'>('filling')
  const [isStale, setIsStale] = useState(false)
  const [theirs, setTheirs] = useState<Partial<BarDraft>>({})
  const isSubmitting = useRef(false)
  const { tray, pictures } = usePictureTray(base.pictures, (folder, picture, options) =>
    keepSession(() => uploadPicture(folder, picture, options)),
  )
  const paths = pictures.map(({ path }) => path)
  const hasOtherPictures = paths.join() !== base.pictures.join()

  function change(field: BarField, text: string): void {
    setDraft((known) => ({ ...known, [field]: text }))
    setProblems(({ [field]: _, ...others }) => others)
  }

  /** Resolves to the first field that is wrong, where one is. */
  async function submit(): Promise<BarField | null> {
    if (isSubmitting.current) return null
    const { bar, problems: found = {} } = readBar(draft)
    setProblems(found)
    if (!bar) {
      if (lacksRequired(found))
        refuse(barFormTexts.requiredFields, barFormTexts.requiredFieldsDetail)
      return BAR_FIELDS.find((field) => found[field]) ?? null
    }
    isSubmitting.current = true
    setStep('sending')
    try {
      await save(bar)
      celebrate()
      return null
    } catch (error) {
      isSubmitting.current = false
      setStep('filling')
      return explain(error)
    }
  }

  async function save(bar: TypedBar): Promise<void> {
    if (!(await tray.settle())) throw new UnsentPicture()
    const send = () => keepSession(() => task.send({ ...bar, ...tray.paths() }, base.revision))
    try {
      await send()
    } catch (error) {
      if (!hasCode(error, 'picture_gone')) throw error
      if (!(await tray.renew())) throw new UnsentPicture()
      await send()
    }
  }

  function celebrate(): void {
    if (!task.bar) {
      setDraft(BLANK_BASE.draft)
      tray.clear()
    }
    setStep('saved')
    const { done: title, doneDetail: description } = task.texts
    showToast({ title, description, tone: 'success' })
    onSaved()
  }

  function explain(error: unknown): BarField | null {
    if (error instanceof UnsentPicture) {
      refuse(task.texts.failed, barFormTexts.uploadFailed)
      return null
    }
    if (task.bar && hasCode(error, 'conflict')) {
      setIsStale(true) // the form says so itself, and what to do
      return null
    }
    refuse(task.texts.failed, task.describeFailure(error))
    if (!hasCode(error, 'login_taken')) return null
    setProblems({ login: barFormTexts.barLoginTaken })
    return 'login'
  }

  /** Takes the newest version under what was typed; where both differ, both are there to see. */
  async function loadNewest(fetchNewest: () => Promise<AdminBar>): Promise<void> {
    try {
      const newest = toBase(await keepSession(fetchNewest))
      const rebased = rebaseDraft(draft, base.draft, newest.draft)
      setDraft(rebased.draft)
      setTheirs(rebased.theirs)
      if (!hasOtherPictures) tray.keep(newest.pictures)
      setBase(newest)
      setProblems({})
      setIsStale(false)
    } catch (error) {
      refuse(task.texts.failed, task.describeFailure(error))
    }
  }

  return {
    draft,
    problems,
    change,
    tray,
    pictures,
    /** Somebody else has changed the bar; nothing can be saved over it. */
    isStale,
    /** What the newest version has in fields that were typed over. */
    theirs,
    loadNewest,
    /** Nothing may be changed: while it is sent, and then until the page is left. */
    isBusy: step !== 'filling',
    isSending: step === 'sending',
    isDirty: step !== 'saved' && (hasOtherPictures || !isSameDraft(draft, base.draft)),
    submit,
  }
}

export type BarFormState = ReturnType<typeof useBarForm>

class UnsentPicture extends Error {}

function hasCode(error: unknown, code: CodedError['code']): boolean {
  return error instanceof CodedError && error.code === code
}

function refuse(title: string, description: string): void {
  showToast({ title, description, tone: 'destructive' })
}
