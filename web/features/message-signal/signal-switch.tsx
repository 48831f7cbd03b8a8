import { Bell, BellOff } from 'lucide'
import { peopleTexts } from '#contract/texts/people.ts'
import { useStored } from '#web/session/stored-item.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { ringOnce, signalItem } from './message-signal.ts'

export function SignalSwitch() {
  const isOn = useStored(signalItem) === 'on'
  const turn = () => {
    if (isOn) signalItem.remove()
    else {
      signalItem.write('on')
      void ringOnce()
    }
    showToast({
      title: isOn ? peopleTexts.signalOff : peopleTexts.signalOn,
      description: isOn ? undefined : peopleTexts.signalOnDetail,
    })
  }
  return (
    <Button
      variant="quiet"
      size="icon"
      role="switch"
      aria-checked={isOn}
      aria-label={peopleTexts.signal}
      onClick={turn}
    >
      <Icon of={isOn ? Bell : BellOff} className={`size-5.5 ${isOn ? '' : 'text-ink-soft'}`} />
    </Button>
  )
}
