import { adminTexts } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export interface LeaveDialogProps {
  open: boolean
  onAnswer: (mayLeave: boolean) => void
}

export function LeaveDialog({ open, onAnswer }: LeaveDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={adminTexts.leaveForm}
      closeLabel={sharedTexts.close}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(true)}>
            {adminTexts.leaveFormConfirm}
          </Button>
          <Button onClick={() => onAnswer(false)}>{adminTexts.leaveFormCancel}</Button>
        </>
      }
    >
      <p>{adminTexts.leaveFormDetail}</p>
    </Dialog>
  )
}
