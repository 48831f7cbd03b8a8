import { useId } from 'react'
import { useLocation } from 'react-router'
import { BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { BarForm } from '#web/features/bar-form/bar-form.tsx'
import type { BarTask } from '#web/features/bar-form/bar-task.ts'
import { toEditing, useRegistering } from '#web/features/bar-form/bar-task.ts'
import { pageData } from '#web/page-data.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { AdminHeader } from './admin-header.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LoadedBar } from './loaded-bar.tsx'
import { useAdmin } from './use-admin.ts'
import { useDelayedNavigation } from './use-delayed-navigation.ts'
import { useLeaveQuestion } from './use-leave-question.ts'

export function AdminPage() {
  useDocumentTitle(pageTitle(pageData().productName, adminTexts.title))
  const admin = useAdmin()
  // Not the router's `useSearchParams`: it adds code to every page.
  const barId = new URLSearchParams(useLocation().search).get(BAR_PARAMETER)
  return (
    <Page header={<AdminHeader admin={admin} />} width="broad" className="gap-5">
      {barId === null ? (
        <NewBar />
      ) : (
        <LoadedBar key={barId} barId={barId}>
          {(bar, reload) => <Form title={barFormTexts.editBar} task={toEditing(bar, reload)} />}
        </LoadedBar>
      )}
    </Page>
  )
}

function NewBar() {
  return <Form title={barFormTexts.newBar} task={useRegistering()} />
}

function Form({ title, task }: { title: string; task: BarTask }) {
  const { keepSession } = useAdmin()
  const titleId = useId()
  const goLater = useDelayedNavigation()
  const { setIsHeld, isAsking, answer } = useLeaveQuestion()
  return (
    <>
      <Card className="grid gap-6 sm:p-8">
        <div className="grid gap-1">
          <h2 id={titleId} className="font-display font-semibold text-2xl">
            {title}
          </h2>
          <p className="text-ink-soft text-sm">{barFormTexts.requiredHint}</p>
        </div>
        <BarForm
          titleId={titleId}
          task={task}
          keepSession={keepSession}
          onSaved={() => goLater(PAGES.monitor, TIMINGS.barCreatedToMonitorMs)}
          onDirtyChange={setIsHeld}
        />
      </Card>
      <LeaveDialog open={isAsking} work={task.bar ? 'edited' : 'new'} onAnswer={answer} />
    </>
  )
}
