import { Bell, BellOff } from 'lucide'
import { useState, useSyncExternalStore } from 'react'
import { peopleTexts } from '#contract/texts/people.ts'
import { useStored } from '#web/session/stored-item.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { ringOnce, signalItem } from './message-signal.ts'

/** Says what a new message does: rings, rings after the first touch of this page, or nothing. */
export function SignalSwitch() {
  const isChosen = useStored(signalItem) === 'on'
  const isTouched = useSyncExternalStore(subscribeToTouch, readIsTouched)
  const [isMissing, setIsMissing] = useState(() => !('AudioContext' in window))
  const isOn = isChosen && !isMissing
  const note = isMissing
    ? peopleTexts.signalMissing
    : isOn && !isTouched
      ? peopleTexts.signalAsleep
      : undefined

  const turnOn = async () => {
    signalItem.write('on')
    if (await ringOnce()) {
      return showToast({ title: peopleTexts.signalOn, description: peopleTexts.signalOnDetail })
    }
    setIsMissing(true)
    signalItem.remove()
    return showToast({ title: peopleTexts.signalMissing })
  }
  const turn = () => {
    if (isMissing) return showToast({ title: peopleTexts.signalMissing })
    if (!isOn) return turnOn()
    signalItem.remove()
    return showToast({ title: peopleTexts.signalOff })
  }
  return (
    <Button
      variant="quiet"
      size="icon"
      role="switch"
      aria-checked={isOn}
      aria-label={peopleTexts.signal}
      aria-disabled={isMissing}
      title={note}
      onClick={() => void turn()}
    >
      <Icon
        of={isOn ? Bell : BellOff}
        className={`size-5.5 ${isOn && isTouched ? '' : 'text-ink-soft'}`}
      />
    </Button>
  )
}

/** Browsers play nothing before the first touch of a page. */
function readIsTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true
}

function subscribeToTouch(listener: () => void): () => void {
  addEventListener('click', listener)
  return () => removeEventListener('click', listener)
}
