import { useState } from 'react'
import type { Entered, Recognised } from '#contract/entered.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { CodedError, hasCode } from '#contract/errors.ts'
import { toThumbnail, toTone } from '#contract/face.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { toInitial } from '#contract/plain-text.ts'
import { continueAs, hereAs, profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { call } from '#web/api/call.ts'
import { saysRemoved } from '#web/api/visit.ts'
import { forgetDeviceKey } from '#web/session/device-keys.ts'
import { useStored } from '#web/session/stored-item.ts'
import { deviceKeysItem } from '#web/session/visit-items.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { showEntered } from './enter.ts'
import { recogniseOrForget } from './recognise.ts'
import { showRefusal } from './refusals.ts'

export interface KnownProfileProps {
  barId: string
  mayEnter: () => Promise<boolean>
  onEntered: (entered: Entered) => void
  onRemoved: () => void
  /** The bar refuses the key. One of a profile that has ended is forgotten instead. */
  onUnknown: () => void
}

/** The profile that this browser has a key of. */
export function KnownProfile(props: KnownProfileProps) {
  const { known, failure, isBusy, problem, goOn } = useKnownProfile(props)
  const forget = () => {
    forgetDeviceKey(props.barId)
    focusHeading()
  }
  if (!known) return <Asking failure={failure} onNotYou={forget} />
  return (
    <HereCard {...known} isBusy={isBusy} problem={problem} onContinue={goOn} onNotYou={forget} />
  )
}

interface HereCardProps extends Recognised {
  detail?: string | null
  isBusy?: boolean
  /** Why the last press came to nothing. */
  problem?: string | undefined
  onContinue: () => void
  onNotYou: () => void
}

export function HereCard(props: HereCardProps) {
  const { id, name, photo, detail, isBusy = false, problem, onContinue, onNotYou } = props
  return (
    <Card className="grid gap-4">
      <div className="flex items-center gap-4">
        <Avatar src={toThumbnail(photo)} initial={toInitial(name)} tone={toTone(id)} />
        <div className="min-w-0">
          <h2 dir="auto" className="line-clamp-3 font-semibold text-lg">
            {hereAs(name)}
          </h2>
          {detail && (
            <p dir="auto" className="text-ink-soft">
              {detail}
            </p>
          )}
        </div>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Button size="lg" block busy={isBusy} onClick={onContinue}>
        {continueAs(name)}
      </Button>
      <Button variant="quiet" className="justify-self-center" disabled={isBusy} onClick={onNotYou}>
        {profileTexts.notYou}
      </Button>
    </Card>
  )
}

interface AskingProps extends Pick<HereCardProps, 'onNotYou'> {
  /** Why the last question came to nothing. Another one follows. */
  failure: string | null
}

function Asking({ failure, onNotYou }: AskingProps) {
  return (
    <Card className="grid gap-4">
      <p role="status" className={failure ? 'text-center' : 'sr-only'}>
        {failure ?? sharedTexts.loading}
      </p>
      {failure ? (
        <Button variant="quiet" className="justify-self-center" onClick={onNotYou}>
          {profileTexts.notYou}
        </Button>
      ) : (
        <AskingSkeleton />
      )}
    </Card>
  )
}

function AskingSkeleton() {
  return (
    <>
      <div className="flex items-center gap-4">
        <Skeleton className="size-14 rounded-full!" />
        <Skeleton className="h-6 w-3/5" />
      </div>
      <Skeleton className="h-14 rounded-lg!" />
      <Skeleton className="h-target w-2/5 justify-self-center rounded-lg!" />
    </>
  )
}

function useKnownProfile({ barId, ...props }: KnownProfileProps) {
  const { mayEnter, onEntered, onRemoved, onUnknown } = props
  const deviceKey = useStored(deviceKeysItem)?.[barId] ?? null
  const [problem, setProblem] = useState<string>()

  async function recognise(): Promise<Recognised | null> {
    try {
      return await recogniseOrForget(barId, deviceKey ?? '')
    } catch (error) {
      if (saysRemoved(error)) onRemoved()
      else if (isRefused(error)) onUnknown()
      throw error
    }
  }
  const { value, hasFailed, error } = useAsked(recognise, { key: deviceKey, again: true })

  const [goOn, isBusy] = useAct(
    async () => {
      if (deviceKey === null || !(await mayEnter())) return
      const entered = await call(FORM_ENDPOINTS.continueVisit, { barId }, { deviceKey })
      showEntered(entered)
      onEntered(entered)
    },
    (error) => {
      if (saysRemoved(error)) return onRemoved()
      if (!hasCode(error, 'person_not_found')) return setProblem(showRefusal(error, 'edit').form)
      forgetDeviceKey(barId, deviceKey ?? '')
      focusHeading()
      return profileTexts.continueFailed
    },
  )

  return { known: value, failure: hasFailed ? describeFailure(error) : null, isBusy, problem, goOn }
}

/** Refusals that pass. They do not say that nobody is known. */
const PASSING: readonly ErrorCode[] = [
  'internal',
  'overloaded',
  'unavailable',
  'rate_limited',
  'misbehaved',
]

function isRefused(error: unknown): boolean {
  return error instanceof CodedError && !PASSING.includes(error.code)
}

function describeFailure(error: unknown): string {
  return hasCode(error, 'misbehaved') ? profileTexts.banned : sharedTexts.offlineWaits
}
