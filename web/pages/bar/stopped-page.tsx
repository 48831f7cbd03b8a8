import AppWindow from 'lucide:app-window'
import Hourglass from 'lucide:hourglass'
import RefreshCw from 'lucide:refresh-cw'
import { useEffect } from 'react'
import { layerTexts } from '#contract/texts/layers.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { useRoomClient } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import type { IconShapes } from '#web/ui/icon.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { StopReason } from './bar-visit.ts'

const LOOKS: Record<
  StopReason,
  { icon: IconShapes; title: string; hint?: string; button: string }
> = {
  elsewhere: {
    icon: AppWindow,
    title: layerTexts.openedElsewhere,
    hint: layerTexts.openedElsewhereHint,
    button: layerTexts.useHere,
  },
  banned: {
    icon: Hourglass,
    title: layerTexts.keptOut,
    hint: layerTexts.keptOutHint,
    button: sharedTexts.crashedRetry,
  },
  outdated: { icon: RefreshCw, title: layerTexts.newVersion, button: sharedTexts.crashedRetry },
}

export function StoppedPage({ why }: { why: StopReason }) {
  const connection = useRoomClient()
  const { icon, title, hint, button } = LOOKS[why]
  useEffect(focusHeading, [])
  return (
    <Layout hasLanguages className="items-center justify-center gap-4 text-center">
      <span className="flex size-20 items-center justify-center rounded-full border border-line bg-hover text-link">
        <Icon of={icon} className="size-9" />
      </span>
      <h1 className="font-display font-semibold text-2xl">{title}</h1>
      {hint && <p className="text-ink-soft">{hint}</p>}
      <Button
        size="lg"
        className="mt-2"
        onClick={() => (why === 'outdated' ? location.reload() : connection.reopen())}
      >
        {button}
      </Button>
    </Layout>
  )
}
