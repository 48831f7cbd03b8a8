import Volume2 from 'lucide:volume-2'
import { useState } from 'react'
import { layerTexts } from '#contract/texts/layers.ts'
import { useStored } from '#web/session/stored-item.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { ringOnce, signalItem } from './message-signal.ts'

/** An entry of a menu. Off for good where the browser plays nothing. */
export function SignalSwitch() {
  const isChosen = useStored(signalItem) === 'on'
  const [isMissing, setIsMissing] = useState(() => !('AudioContext' in window))
  const isOn = isChosen && !isMissing
  const turn = async (on: boolean) => {
    if (!on) {
      signalItem.remove()
      return showToast({ title: layerTexts.signalOff })
    }
    signalItem.write('on')
    if (await ringOnce()) {
      return showToast({ title: layerTexts.signalOn, description: layerTexts.signalOnDetail })
    }
    signalItem.remove()
    return setIsMissing(true)
  }
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 px-3 font-semibold">
      <Icon of={Volume2} />
      <Switch
        label={layerTexts.signal}
        checked={isOn}
        disabled={isMissing}
        onChange={(on) => void turn(on)}
      />
      {isMissing && (
        <p role="status" className="col-start-2 py-1 font-normal text-ink-soft text-xs">
          {layerTexts.signalMissing}
        </p>
      )}
    </div>
  )
}
