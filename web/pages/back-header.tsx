import { ArrowLeft } from 'lucide'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'

export function BackHeader({ title, subtitle }: { title: string; subtitle?: string | undefined }) {
  return (
    <AppBar
      width="broad"
      start={
        <ButtonLink
          to={PAGES.monitor}
          variant="quiet"
          size="icon"
          aria-label={adminTexts.backToMonitor}
        >
          <Icon of={ArrowLeft} />
        </ButtonLink>
      }
      title={title}
      {...(subtitle && { subtitle })}
    />
  )
}
