import { useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import {
  alreadyLeft,
  blockDetail,
  blockedDetail,
  blockQuestion,
  blockTexts,
} from '#contract/texts/blocks.ts'
import { VISIT_ENDPOINTS } from '#contract/visit-endpoints.ts'
import { call } from '#web/api/call.ts'
import { useRoomClient, useVisit } from '#web/socket/use-room.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'

export interface BlockDialogProps {
  personId: string
  name: string
  onClose: () => void
}

/** Asks once. Nothing in it looks like an alarm: somebody may look over the shoulder. */
export function BlockDialog({ personId, name, onClose }: BlockDialogProps) {
  const { barId, secret } = useVisit()
  const connection = useRoomClient()
  const [problem, setProblem] = useState<string | null>(null)
  const unmounted = useUnmounted()

  async function block(): Promise<void> {
    setProblem(null)
    await call(VISIT_ENDPOINTS.block, { barId, personId }, undefined, { secret })
    connection.endConversation(personId)
    if (!unmounted().aborted) onClose()
    showToast({ title: blockTexts.done, description: blockedDetail(name), tone: 'success' })
  }

  return (
    <Confirm
      title={blockQuestion(name)}
      confirm={blockTexts.block}
      cancel={blockTexts.cancel}
      onYes={block}
      explain={(error) => {
        const reason = toReason(error, name)
        return unmounted().aborted ? reason : setProblem(reason)
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>{`${blockDetail(name)} ${blockTexts.untold}`}</p>
        <p className="text-ink-soft text-sm">{blockTexts.lasts}</p>
        {problem && (
          <Banner tone="danger" live>
            {problem}
          </Banner>
        )}
      </div>
    </Confirm>
  )
}

function toReason(error: unknown, name: string): string {
  const code = error instanceof CodedError ? error.code : null
  if (code === 'too_many_blocks') return blockTexts.tooMany
  return code === 'person_not_found' ? alreadyLeft(name) : blockTexts.failed
}
