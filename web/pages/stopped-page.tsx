import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Street } from '#web/features/brand/street.tsx'
import { useRoomConnection } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'

/** The connection was ended for good, and one press goes on. */
export function StoppedPage({ why }: { why: 'elsewhere' | 'outdated' }) {
  const connection = useRoomConnection()
  const isElsewhere = why === 'elsewhere'
  return (
    <Street className="items-center justify-center gap-4 text-center">
      <h1 className="font-display font-semibold text-2xl">
        {isElsewhere ? peopleTexts.openedElsewhere : peopleTexts.newVersion}
      </h1>
      {isElsewhere && <p className="text-ink-soft">{peopleTexts.openedElsewhereHint}</p>}
      <Button
        size="lg"
        className="mt-2"
        onClick={() => (isElsewhere ? connection.reopen() : location.reload())}
      >
        {isElsewhere ? peopleTexts.useHere : sharedTexts.crashedRetry}
      </Button>
    </Street>
  )
}
