import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import type { Block } from '#contract/blocks.ts'
import {
  blockedSince,
  blockTexts,
  unblockedDetail,
  unblockPerson as unblockLabel,
} from '#contract/texts/blocks.ts'
import { VISIT_ENDPOINTS } from '#contract/visit-endpoints.ts'
import { call, unless } from '#web/api/call.ts'
import { useVisit } from '#web/socket/use-room.ts'
import { Answered } from '#web/ui/answered.tsx'
import { Button } from '#web/ui/button.tsx'
import { FoldButton } from '#web/ui/fold-button.tsx'
import { formatAt } from '#web/ui/format-at.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useFold } from '#web/ui/use-fold.ts'

/** "Pessoas que bloqueei", closed until it is asked for. */
export function BlocksSection() {
  const fold = useFold()
  return (
    <section className="border-line border-t pt-2">
      <h3 className="-mx-2 font-semibold">
        <FoldButton fold={fold} className="min-h-target px-2">
          <span>{blockTexts.title}</span>
        </FoldButton>
      </h3>
      <div {...fold.body} className="pt-1 pb-2">
        {fold.isOpen && <Blocks />}
      </div>
    </section>
  )
}

function Blocks() {
  const { barId, secret } = useVisit()
  const asked = useAsked(() => call(VISIT_ENDPOINTS.listBlocks, { barId }, undefined, { secret }))
  const skeleton = (
    <p role="status" className="text-ink-soft">
      {blockTexts.loading}
    </p>
  )

  async function remove({ personId, name }: Block): Promise<void> {
    const unblocked = call(VISIT_ENDPOINTS.unblock, { barId, personId }, undefined, { secret })
    // Another tab may have undone it.
    await unless('person_not_found', unblocked)
    showToast({ title: blockTexts.done, description: unblockedDetail(name), tone: 'success' })
    asked.change((blocks) => blocks.filter((one) => one.personId !== personId))
  }
  return (
    <Answered asked={asked} skeleton={skeleton} failed={blockTexts.loadFailed}>
      {(blocks) => <BlockList blocks={blocks} onUnblock={remove} />}
    </Answered>
  )
}

interface BlockListProps {
  blocks: readonly Block[]
  onUnblock: (block: Block) => Promise<void>
}

function BlockList({ blocks, onUnblock }: BlockListProps) {
  const end = useRef<HTMLDivElement>(null)
  // It opens at the foot of a dialog that may be full.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={end} tabIndex={-1}>
      {blocks.length === 0 && <p className="text-ink-soft">{blockTexts.empty}</p>}
      <ul className="grid gap-1">
        {blocks.map((block) => (
          <BlockedPerson
            key={block.personId}
            block={block}
            heir={end}
            onUnblock={() => onUnblock(block)}
          />
        ))}
      </ul>
    </div>
  )
}

interface BlockedPersonProps {
  block: Block
  /** Gets the focus when this row goes. */
  heir: RefObject<HTMLElement | null>
  onUnblock: () => Promise<void>
}

function BlockedPerson({ block, heir, onUnblock }: BlockedPersonProps) {
  const [unblock, isBusy] = useAct(async () => {
    await onUnblock()
    heir.current?.focus()
  }, blockTexts.unblockFailed)
  return (
    <li className="flex min-h-target items-center justify-between gap-3">
      <span className="grid min-w-0">
        <span dir="auto" className="truncate">
          {block.name}
        </span>
        <span className="text-ink-soft text-sm">{blockedSince(formatAt(block.blockedAt))}</span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        aria-label={unblockLabel(block.name)}
        onClick={() => void unblock()}
      >
        {blockTexts.unblock}
      </Button>
    </li>
  )
}
