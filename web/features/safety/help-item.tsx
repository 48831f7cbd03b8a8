import CircleQuestionMark from 'lucide:circle-question-mark'
import { helpTexts, withNews } from '#contract/texts/help.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuItem } from '#web/ui/menu.tsx'

/** "Preciso de ajuda" in a menu, with what became of the call. */
export function HelpItem({ onPress }: { onPress: () => void }) {
  const state = useRoom((room) => room.help?.state)
  return (
    <MenuItem
      icon={<Icon of={CircleQuestionMark} />}
      onClick={onPress}
      {...(state && { detail: toDetail[state] })}
    >
      {helpTexts.item}
    </MenuItem>
  )
}

const toDetail: Record<NonNullable<RoomState['help']>['state'], string> = {
  open: helpTexts.openShort,
  coming: helpTexts.coming,
  resolved: helpTexts.resolved,
}

/** The name of a menu's button. Whoever hears it learns that there is something new, a neighbour nothing. */
export function useMenuLabel(label: string): string {
  return useHasHelp() ? withNews(label) : label
}

/** A point without words on a menu's button, while there is a call. */
export function HelpDot() {
  return (
    useHasHelp() && (
      <span
        aria-hidden="true"
        className="absolute top-0 right-0 size-2.5 rounded-full bg-ink-soft"
      />
    )
  )
}

function useHasHelp(): boolean {
  return useRoom((room) => room.help !== null)
}
