import { useEffect, useEffectEvent, useState } from 'react'
import type { Entered, Recognised } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import { toThumbnail, toTone } from '#contract/face.ts'
import { toInitial } from '#contract/plain-text.ts'
import { continueAs, profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { continueVisit, recognise, saysRemoved } from '#web/api/visit.ts'
import { forgetDeviceKey, readDeviceKey } from '#web/session/visit.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { showEntered } from './enter.ts'
import { showRefusal } from './refusals.ts'

export interface KnownProfileProps {
  barId: string
  mayEnter: () => Promise<boolean>
  onEntered: (entered: Entered) => void
  onRemoved: () => void
}

export function KnownProfile(props: KnownProfileProps) {
  const { known, isBusy, goOn, forget } = useKnownProfile(props)
  if (known === null) return null
  return (
    <>
      <Card as="section" aria-label={profileTexts.known} className="grid gap-4">
        {known === 'asking' ? (
          <Asking />
        ) : (
          <>
            <div className="flex items-center gap-4">
              <Avatar
                src={toThumbnail(known.photo)}
                initial={toInitial(known.name)}
                tone={toTone(known.id)}
              />
              <div className="min-w-0">
                <p dir="auto" className="line-clamp-2 font-semibold">
                  {known.name}
                </p>
                <p className="text-ink-soft text-sm">{profileTexts.known}</p>
              </div>
            </div>
            <Button size="lg" block busy={isBusy} onClick={goOn}>
              {continueAs(known.name)}
            </Button>
            <Button
              variant="quiet"
              className="justify-self-center"
              disabled={isBusy}
              onClick={forget}
            >
              {profileTexts.notYou}
            </Button>
          </>
        )}
      </Card>
      <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {profileTexts.or}
      </p>
    </>
  )
}

function Asking() {
  return (
    <>
      <div className="flex items-center gap-4">
        <Skeleton className="size-14 rounded-full!" />
        <Skeleton className="h-5 w-2/5" />
      </div>
      <Skeleton className="h-14 rounded-lg!" />
    </>
  )
}

function useKnownProfile({ barId, mayEnter, onEntered, onRemoved }: KnownProfileProps) {
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
      showEntered(entered)
      onEntered(entered)
    } catch (error) {
      setIsBusy(false)
      if (saysRemoved(error)) return onRemoved()
      if (!saysGone(error)) return void showRefusal(error, 'edit')
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
