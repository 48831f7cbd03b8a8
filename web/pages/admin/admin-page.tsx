import LayoutDashboard from 'lucide:layout-dashboard'
import { useEffect, useId } from 'react'
import { Navigate } from 'react-router'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { BarFormProps } from '#web/features/bar-form/bar-form.tsx'
import { BarForm } from '#web/features/bar-form/bar-form.tsx'
import type { BarTask } from '#web/features/bar-form/bar-task.ts'
import { REGISTERING, toEditing } from '#web/features/bar-form/bar-task.ts'
import { pageData } from '#web/page-data.ts'
import { useDelayedNavigation } from '#web/pages/use-delayed-navigation.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import type { AdminActionsProps } from './admin-actions.tsx'
import { AdminActions } from './admin-actions.tsx'
import { LoadedBar, useBarParameter } from './admin-frame.tsx'
import { useAdmin } from './use-admin.ts'
import { useLeaveQuestion } from './use-leave-question.ts'

/** Registers bars. */
export function AdminPage() {
  return <FormPage work="new" />
}

/** The form of the bar that the address names; its staff are led to their board. */
export function EditBarPage() {
  return <FormPage work="edited" />
}

function FormPage({ work }: Pick<LeaveDialogProps, 'work'>) {
  const barId = useBarParameter()
  useDocumentTitle(pageTitle(pageData().productName, adminTexts.title))
  const admin = useAdmin()
  const { setIsUnsaved, leave, isAsking, answer } = useLeaveQuestion()
  const header = <AdminHeader admin={{ ...admin, logOut: () => leave(admin.logOut) }} />
  return (
    <Page header={header} width="broad" className="gap-5">
      {work === 'new' ? (
        <NewBar onDirtyChange={setIsUnsaved} />
      ) : (
        <LoadedBar key={barId} barId={barId}>
          {(bar, reload) =>
            bar.role === 'staff' ? (
              <Navigate to={PAGES.monitor} replace />
            ) : (
              <Form
                title={barFormTexts.editBar}
                task={toEditing(bar, reload)}
                onDirtyChange={setIsUnsaved}
              />
            )
          }
        </LoadedBar>
      )}
      {isAsking && <LeaveDialog work={work} onAnswer={answer} />}
    </Page>
  )
}

type FormProps = Pick<BarFormProps, 'onDirtyChange'>

function NewBar({ onDirtyChange }: FormProps) {
  return <Form title={barFormTexts.newBar} task={REGISTERING} onDirtyChange={onDirtyChange} />
}

function Form({
  title,
  task,
  onDirtyChange,
}: FormProps & {
  title: string
  task: BarTask
}) {
  const titleId = useId()
  const goLater = useDelayedNavigation()
  useEffect(() => () => onDirtyChange(false), [onDirtyChange])
  return (
    <Card className="grid gap-6 sm:p-6">
      <div className="grid gap-1">
        <h2 id={titleId} className="font-display font-semibold text-2xl">
          {title}
        </h2>
        <p className="text-ink-soft text-sm">{barFormTexts.requiredHint}</p>
      </div>
      <BarForm
        titleId={titleId}
        task={task}
        onSaved={() => goLater(PAGES.monitor, TIMINGS.barCreatedToMonitorMs)}
        onDirtyChange={onDirtyChange}
      />
    </Card>
  )
}

function AdminHeader({ admin }: Pick<AdminActionsProps, 'admin'>) {
  return (
    <AppBar
      width="broad"
      wraps
      title={adminTexts.title}
      subtitle={admin.user.email}
      end={
        <AdminActions admin={admin}>
          {() => (
            <ButtonLink
              to={PAGES.monitor}
              variant="secondary"
              className="max-sm:px-3"
              icon={<Icon of={LayoutDashboard} className="size-5 max-sm:hidden" />}
            >
              {adminTexts.monitorBars}
            </ButtonLink>
          )}
        </AdminActions>
      }
    />
  )
}

const TEXTS = {
  new: {
    title: barFormTexts.leaveForm,
    detail: barFormTexts.leaveFormDetail,
    cancel: barFormTexts.leaveFormCancel,
    confirm: barFormTexts.leaveFormConfirm,
  },
  edited: {
    title: barFormTexts.leaveEdit,
    detail: barFormTexts.leaveEditDetail,
    cancel: barFormTexts.leaveEditCancel,
    confirm: barFormTexts.leaveEditConfirm,
  },
}

interface LeaveDialogProps {
  work: 'new' | 'edited'
  onAnswer: (mayLeave: boolean) => void
}

function LeaveDialog({ work, onAnswer }: LeaveDialogProps) {
  const { title, detail, cancel, confirm } = TEXTS[work]
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(true)}>
            {confirm}
          </Button>
          <Button onClick={() => onAnswer(false)}>{cancel}</Button>
        </>
      }
    >
      <p>{detail}</p>
    </Dialog>
  )
}
