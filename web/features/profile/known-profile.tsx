import { toInitial } from '#contract/plain-text.ts'
import { continueAs, profileTexts } from '#contract/texts/profile.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { KnownProfileOptions } from './use-known-profile.ts'
import { useKnownProfile } from './use-known-profile.ts'

export function KnownProfile(options: KnownProfileOptions) {
  const { known, isBusy, goOn, forget } = useKnownProfile(options)
  if (known === null) return null
  return (
    <>
      <Card as="section" aria-label={profileTexts.known} className="grid gap-4">
        {known === 'asking' ? (
          <Asking />
        ) : (
          <>
            <div className="flex items-center gap-4">
              <Avatar src={known.photo} initial={toInitial(known.name)} />
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
