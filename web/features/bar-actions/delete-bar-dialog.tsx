import type { AdminBar } from '#contract/admin-bar.ts'
import { hasCode } from '#contract/errors.ts'
import { toLine } from '#contract/plain-text.ts'
import { barDeletedDetail, deleteQuestion, monitorTexts } from '#contract/texts/monitor.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'

interface DeleteBarDialogProps {
  bar: AdminBar
  remove: (barId: string, name: string) => Promise<void>
  onDeleted: () => void
  onClose: () => void
}

/** Asks for the bar's name: deletion is irreversible. */
export function DeleteBarDialog(props: DeleteBarDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={monitorTexts.deleteTitle}>
      <DeleteForm {...props} />
    </Dialog>
  )
}

function DeleteForm(props: DeleteBarDialogProps) {
  const { bar, remove, onDeleted, onClose } = props
  const form = useForm({ name: '' })

  const [deleteBar, isBusy] = useAct(
    async () => {
      await remove(bar.id, bar.name)
      const { barDeleted: title } = monitorTexts
      showToast({ title, description: barDeletedDetail(bar.name), tone: 'success' })
      onDeleted()
    },
    (error) => {
      const hasChanged = hasCode(error, 'conflict')
      return hasChanged ? monitorTexts.deleteChanged : monitorTexts.deleteFailed
    },
  )

  function send(): void {
    if (toLine(form.values.name) === toLine(bar.name)) void deleteBar()
    else form.refuse({ name: monitorTexts.deleteMismatch })
  }

  return (
    <form {...form.props(send)} className="grid gap-5">
      <p>{monitorTexts.deleteDetail}</p>
      <TextField
        {...form.field('name')}
        label={deleteQuestion(bar.name)}
        readOnly={isBusy}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {monitorTexts.cancel}
        </Button>
        <Button type="submit" variant="danger" busy={isBusy}>
          {monitorTexts.deleteForGood}
        </Button>
      </div>
    </form>
  )
}
