import { ArrowDown, MessageCircle } from 'lucide'
import type { ReactNode } from 'react'
import { Fragment, useCallback, useRef, useState } from 'react'
import { chatTexts, newMessages } from '#contract/texts/chat.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { useRoomClient } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Bubble } from './bubble.tsx'
import { toDay } from './clock.ts'
import type { Entry } from './timeline.ts'
import { useStickToNewest } from './use-stick-to-newest.ts'

export interface MessageLogProps {
  partnerId: string
  partnerName: string
  entries: readonly Entry[]
  hasEarlier: boolean
}

export function MessageLog(props: MessageLogProps) {
  const { partnerId, partnerName, entries, hasEarlier } = props
  const connection = useRoomClient()
  const box = useRef<HTMLDivElement>(null)
  const { isAtNewest, unseen, jump } = useStickToNewest(box, entries)
  const retry = useCallback((id: string) => connection.retry(id), [connection])
  const discard = useCallback((id: string) => connection.discard(id), [connection])

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={chatTexts.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 pb-3 [overflow-anchor:none]"
      >
        <div className="mt-auto" />
        {hasEarlier && <EarlierButton partnerId={partnerId} />}
        {/* Inside the log: a live region announces only messages added after it exists. */}
        {entries.length === 0 && <NothingYet />}
        {entries.map((entry) => (
          <Fragment key={entry.id}>
            {entry.day !== null && <Mark>{toDay(entry.day, Date.now())}</Mark>}
            <Bubble
              entry={entry}
              author={entry.isOwn ? peopleTexts.you : partnerName}
              onRetry={retry}
              onDiscard={discard}
            />
          </Fragment>
        ))}
      </div>
      {!isAtNewest && (
        <Button
          variant="secondary"
          className="-translate-x-1/2 absolute bottom-3 left-1/2 w-max max-w-[calc(100%-1rem)] rounded-full text-sm shadow-float"
          icon={<Icon of={ArrowDown} className="size-4.5" />}
          onClick={jump}
        >
          {unseen > 0 ? newMessages(unseen) : chatTexts.jumpToNewest}
        </Button>
      )}
    </div>
  )
}

function NothingYet() {
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState title={chatTexts.empty} icon={<Icon of={MessageCircle} className="size-9" />} />
    </div>
  )
}

function EarlierButton({ partnerId }: { partnerId: string }) {
  const connection = useRoomClient()
  const [isBusy, setIsBusy] = useState(false)
  async function load(): Promise<void> {
    setIsBusy(true)
    await connection.history.loadEarlier(partnerId)
    setIsBusy(false)
  }
  return (
    <div className="flex justify-center py-2">
      <Button variant="quiet" className="text-sm" busy={isBusy} onClick={load}>
        {chatTexts.earlier}
      </Button>
    </div>
  )
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 flex justify-center text-center text-ink-soft text-xs">
      <span className="rounded-xl border border-line bg-hover px-3 py-1">{children}</span>
    </p>
  )
}
