import { Bell, BellOff } from 'lucide'
import { layerTexts } from '#contract/texts/layers.ts'
import { useStored } from '#web/session/stored-item.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { ringOnce, signalItem } from './message-signal.ts'

/** An entry of a menu. */
export function SignalSwitch() {
  const isOn = useStored(signalItem) === 'on'
  const turn = (on: boolean) => {
    if (on) {
      signalItem.write('on')
      void ringOnce()
    } else signalItem.remove()
    showToast({
      title: on ? layerTexts.signalOn : layerTexts.signalOff,
      description: on ? layerTexts.signalOnDetail : undefined,
    })
  }
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-3 px-3">
      <Icon of={isOn ? Bell : BellOff} />
      <Switch label={layerTexts.signal} checked={isOn} onChange={turn} />
    </div>
  )
}
