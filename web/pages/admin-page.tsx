import { useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { BarFormProps } from '#web/features/bar-form/bar-form.tsx'
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
  const { setIsUnsaved, leave, askBeforeLink, isAsking, answer } = useLeaveQuestion()
  // Not the router's `useSearchParams`: it adds code to every page.
  const barId = new URLSearchParams(useLocation().search).get(BAR_PARAMETER)
  const header = (
    <AdminHeader
      admin={{ ...admin, logOut: () => leave(admin.logOut) }}
      onLinkClick={askBeforeLink}
    />
  )
  return (
    <Page header={header} width="broad" className="gap-5">
      {barId === null ? (
        <NewBar onDirtyChange={setIsUnsaved} />
      ) : (
        <LoadedBar key={barId} barId={barId}>
          {(bar, reload) => (
            <Form
              title={barFormTexts.editBar}
              task={toEditing(bar, reload)}
              onDirtyChange={setIsUnsaved}
            />
          )}
        </LoadedBar>
      )}
      <LeaveDialog open={isAsking} work={barId === null ? 'new' : 'edited'} onAnswer={answer} />
    </Page>
  )
}

type FormProps = Pick<BarFormProps, 'onDirtyChange'>

function NewBar({ onDirtyChange }: FormProps) {
  return <Form title={barFormTexts.newBar} task={useRegistering()} onDirtyChange={onDirtyChange} />
}

function Form({
  title,
  task,
  onDirtyChange,
}: FormProps & {
  title: string
  task: BarTask
}) {
  const { keepSession } = useAdmin()
  const titleId = useId()
  const goLater = useDelayedNavigation()
  useEffect(() => () => onDirtyChange(false), [onDirtyChange])
  return (
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
        onDirtyChange={onDirtyChange}
      />
    </Card>
  )
}
