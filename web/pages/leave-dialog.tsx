import { barFormTexts } from '#contract/texts/bar-form.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const TEXTS = {
  new: {
    title: barFormTexts.leaveForm,
    detail: barFormTexts.leaveFormDetail,
    cancel: barFormTexts.leaveFormCancel,
    confirm: barFormTexts.leaveFormConfirm,
  },
  edited: {
    title: barFormTexts.leaveEdit,
    detail: barFormTexts.leaveEditDetail,
    cancel: barFormTexts.leaveEditCancel,
    confirm: barFormTexts.leaveEditConfirm,
  },
}

export interface LeaveDialogProps {
  open: boolean
  work: 'new' | 'edited'
  onAnswer: (mayLeave: boolean) => void
}

export function LeaveDialog({ open, work, onAnswer }: LeaveDialogProps) {
  const { title, detail, cancel, confirm } = TEXTS[work]
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={title}
      closeLabel={sharedTexts.close}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(true)}>
            {confirm}
          </Button>
          <Button onClick={() => onAnswer(false)}>{cancel}</Button>
        </>
      }
    >
      <p>{detail}</p>
    </Dialog>
  )
}
