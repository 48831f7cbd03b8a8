import { useEffect, useEffectEvent, useState } from 'react'
import type { Entered, Recognised } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { continueVisit, recognise, saysRemoved } from '#web/api/visit.ts'
import { forgetDeviceKey, readDeviceKey } from '#web/session/visit.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { tellRefusal } from './describe-problem.ts'
import { tellEntered } from './tell-entered.ts'

export interface KnownProfileOptions {
  barId: string
  mayEnter: () => Promise<boolean>
  onEntered: (entered: Entered) => void
  onRemoved: () => void
}

export function useKnownProfile(options: KnownProfileOptions) {
  const { barId, mayEnter, onEntered, onRemoved } = options
  const removed = useEffectEvent(onRemoved)
  const [deviceKey] = useState(() => readDeviceKey(barId))
  const [known, setKnown] = useState<Recognised | 'asking' | null>(deviceKey ? 'asking' : null)
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    if (deviceKey === null) return
    let isCurrent = true
    // If the request fails, the form shows without the offer.
    const answer = recogniseOrForget(barId, deviceKey).catch((error) => {
      if (isCurrent && saysRemoved(error)) removed()
      return null
    })
    void answer.then((person) => isCurrent && setKnown(person))
    return () => {
      isCurrent = false
    }
  }, [barId, deviceKey])

  async function goOn(): Promise<void> {
    if (deviceKey === null || isBusy || !(await mayEnter())) return
    setIsBusy(true)
    try {
      const entered = await continueVisit(barId, deviceKey)
      tellEntered(entered)
      onEntered(entered)
    } catch (error) {
      setIsBusy(false)
      if (saysRemoved(error)) return onRemoved()
      if (!saysGone(error)) return void tellRefusal(error, 'edit')
      const { error: title } = sharedTexts
      showToast({ title, description: profileTexts.continueFailed, tone: 'destructive' })
      setKnown(null)
      forgetDeviceKey(barId)
    }
  }

  function forget(): void {
    forgetDeviceKey(barId)
    setKnown(null)
  }

  return { known, isBusy, goOn, forget }
}

async function recogniseOrForget(barId: string, deviceKey: string): Promise<Recognised | null> {
  const person = await recognise(barId, deviceKey)
  if (person === null) forgetDeviceKey(barId)
  return person
}

function saysGone(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'person_not_found'
}
