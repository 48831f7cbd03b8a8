import type { ReactNode } from 'react'
import { useState } from 'react'
import { monitorTexts, removalQuestion, removedDetail } from '#contract/texts/monitor.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'

export interface Removable {
  barId: string
  personId: string
  name: string
  /** Of which the removal is the answer. */
  reportId?: string
}

export interface RemoveDialogProps {
  person: Removable | null
  remove: (person: Removable) => Promise<void>
  onClose: () => void
  /** What else can be done there. */
  children?: ReactNode
}

export function RemoveDialog({ person, remove, onClose, children }: RemoveDialogProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function confirm(removable: Removable): Promise<void> {
    setIsBusy(true)
    try {
      await remove(removable)
      const description = removedDetail(removable.name)
      showToast({ title: monitorTexts.removed, description, tone: 'success' })
      onClose()
    } catch {
      const { error: title } = sharedTexts
      showToast({ title, description: monitorTexts.removalFailed, tone: 'destructive' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open={person !== null}
      onClose={onClose}
      title={person ? removalQuestion(person.name) : ''}
      closeLabel={sharedTexts.close}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {monitorTexts.cancel}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => person && void confirm(person)}>
            {monitorTexts.removeForTheNight}
          </Button>
        </>
      }
    >
      <p>{monitorTexts.removalDetail}</p>
      {children}
    </Dialog>
  )
}
