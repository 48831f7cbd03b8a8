import { WifiOff } from 'lucide'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { CLOSE } from '#contract/protocol.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Shorter outages are not shown. */
const GRACE_MS = 1_500

/** A strip at the foot while the connection is down. Pages make room by `group-data-down`. */
export function ConnectionFrame({ children }: { children: ReactNode }) {
  const isDown = useRoom((room) => room.connection === 'down')
  const isFull = useRoom((room) => room.closeCode === CLOSE.barFull)
  const [isWorthAWord, setIsWorthAWord] = useState(false)

  useEffect(() => {
    if (!isDown) return setIsWorthAWord(false)
    const timer = setTimeout(() => setIsWorthAWord(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [isDown])

  const isShown = isDown && (isWorthAWord || isFull)
  return (
    <div className="group" data-down={isShown ? '' : undefined}>
      {children}
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-20">
        {isShown && (
          <p className="flex animate-arrive items-center justify-center gap-2 border-danger border-t bg-danger-wash px-4 pt-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))] text-center text-ink text-sm">
            <Icon of={WifiOff} className="size-4 shrink-0 text-danger" />
            {isFull ? peopleTexts.barFull : sharedTexts.offline}
          </p>
        )}
      </div>
    </div>
  )
}
