import { useId } from 'react'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { BarForm } from '#web/features/bar-form/bar-form.tsx'
import { pageData } from '#web/page-data.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { AdminBar } from './admin-bar.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useAdmin } from './use-admin.ts'
import { useDelayedNavigation } from './use-delayed-navigation.ts'
import { useLeaveQuestion } from './use-leave-question.ts'

export function AdminPage() {
  useDocumentTitle(pageTitle(pageData().productName, adminTexts.title))
  const admin = useAdmin()
  const titleId = useId()
  const goLater = useDelayedNavigation()
  const { setIsHeld, isAsking, answer } = useLeaveQuestion()
  return (
    <Page header={<AdminBar admin={admin} />} width="broad" className="gap-5">
      <Card className="grid gap-6 sm:p-8">
        <div className="grid gap-1">
          <h2 id={titleId} className="font-display font-semibold text-2xl">
            {adminTexts.newBar}
          </h2>
          <p className="text-ink-soft text-sm">{adminTexts.requiredHint}</p>
        </div>
        <BarForm
          titleId={titleId}
          keepSession={admin.keepSession}
          onCreated={() => goLater(PAGES.monitor, TIMINGS.barCreatedToMonitorMs)}
          onDirtyChange={setIsHeld}
        />
      </Card>
      <LeaveDialog open={isAsking} onAnswer={answer} />
    </Page>
  )
}
