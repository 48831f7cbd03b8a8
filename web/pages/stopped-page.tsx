import { useEffect } from 'react'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Street } from '#web/features/brand/street.tsx'
import { useRoomConnection } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import type { StopReason } from './visit-ends.ts'

const WORDS: Record<StopReason, { title: string; hint?: string; button: string }> = {
  elsewhere: {
    title: peopleTexts.openedElsewhere,
    hint: peopleTexts.openedElsewhereHint,
    button: peopleTexts.useHere,
  },
  keptOut: {
    title: peopleTexts.keptOut,
    hint: peopleTexts.keptOutHint,
    button: sharedTexts.crashedRetry,
  },
  outdated: { title: peopleTexts.newVersion, button: sharedTexts.crashedRetry },
}

/** The connection was ended for good, and one press goes on. */
export function StoppedPage({ why }: { why: StopReason }) {
  const connection = useRoomConnection()
  const { title, hint, button } = WORDS[why]
  useEffect(focusHeading, [])
  return (
    <Street className="items-center justify-center gap-4 text-center">
      <h1 className="font-display font-semibold text-2xl">{title}</h1>
      {hint && <p className="text-ink-soft">{hint}</p>}
      <Button
        size="lg"
        className="mt-2"
        onClick={() => (why === 'outdated' ? location.reload() : connection.reopen())}
      >
        {button}
      </Button>
    </Street>
  )
}
