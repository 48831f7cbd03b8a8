import { otherBarDetail, peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { useStored } from '#web/session/stored-item.ts'
import { visitSecretItem } from '#web/session/visit-items.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export function OtherBarDialog({ onAnswer }: { onAnswer: (enter: boolean) => void }) {
  const other = useStored(visitSecretItem)
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={peopleTexts.otherBar}
      closeLabel={sharedTexts.close}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {peopleTexts.otherBarCancel}
          </Button>
          <Button onClick={() => onAnswer(true)}>{peopleTexts.otherBarConfirm}</Button>
        </>
      }
    >
      <p>{otherBarDetail(other?.barName ?? '')}</p>
    </Dialog>
  )
}
