import { layerTexts } from '#contract/texts/layers.ts'
import { usePeopleToasts } from '#web/features/people/people-toasts.ts'
import { isUnreachable } from '#web/socket/room-state.ts'
import { useRoom, useRoomClient } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { RowMenu } from './row-menu.tsx'

/** The list draws this after its first screen: the toasts of arrivals, the menu of the rows, a way to try again. */
export function ListExtras() {
  usePeopleToasts()
  return (
    <>
      <TryAgain />
      <RowMenu />
    </>
  )
}

/** While the list cannot load. The client tries by itself too, with ever longer waits. */
function TryAgain() {
  const client = useRoomClient()
  if (!useRoom(isUnreachable)) return null
  const tryAgain = () => {
    client.reopen()
    // The button goes until the next failure.
    focusHeading()
  }
  return (
    <Button variant="secondary" className="mx-auto" onClick={tryAgain}>
      {layerTexts.tryAgain}
    </Button>
  )
}
