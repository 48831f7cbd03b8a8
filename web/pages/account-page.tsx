import { CircleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { OwnSession } from '#contract/admin-account.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { endSession, fetchSessions } from '#web/api/admin-session.ts'
import { ChangePasswordForm } from '#web/features/admin-session/change-password-form.tsx'
import { SessionsList } from '#web/features/admin-session/sessions-list.tsx'
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CardSkeleton, CardsSkeleton } from '#web/ui/cards-skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BackHeader } from './back-header.tsx'
import { useAdmin } from './use-admin.ts'

export function AccountPage() {
  useDocumentTitle(pageTitle(pageData().productName, accountTexts.title))
  const { user, keepSession } = useAdmin()
  const { sessions, load, end } = useSessions()
  return (
    <Page
      width="broad"
      className="gap-5 lg:grid lg:grid-cols-2 lg:content-start lg:items-start"
      header={<BackHeader title={accountTexts.title} subtitle={user.email} />}
    >
      <Section title={accountTexts.changePassword} hint={accountTexts.changePasswordHint}>
        <ChangePasswordForm email={user.email} keepSession={keepSession} onChanged={load} />
      </Section>
      <Section title={accountTexts.sessions} hint={accountTexts.sessionsHint}>
        {sessions === 'loading' ? (
          <CardsSkeleton label={sharedTexts.loading}>
            <CardSkeleton height="h-19" />
          </CardsSkeleton>
        ) : sessions === 'failed' ? (
          <EmptyState
            icon={<Icon of={CircleAlert} className="size-9" />}
            title={accountTexts.loadFailed}
            action={
              <Button variant="secondary" onClick={load}>
                {adminTexts.tryAgain}
              </Button>
            }
          />
        ) : (
          <SessionsList sessions={sessions} end={end} />
        )}
      </Section>
    </Page>
  )
}

function useSessions() {
  const { keepSession } = useAdmin()
  const [sessions, setSessions] = useState<readonly OwnSession[] | 'loading' | 'failed'>('loading')

  async function load(): Promise<void> {
    try {
      setSessions(await keepSession(fetchSessions))
    } catch {
      setSessions('failed')
    }
  }
  async function end(ids: string[]): Promise<void> {
    try {
      await keepSession(() => Promise.all(ids.map(endSession)))
      const title = ids.length > 1 ? accountTexts.othersEnded : accountTexts.ended
      showToast({ title, tone: 'success' })
    } catch {
      const { error: title } = sharedTexts
      showToast({ title, description: accountTexts.endFailed, tone: 'destructive' })
    }
    await load()
  }
  const begin = useEffectEvent(load)
  useEffect(() => {
    void begin()
  }, [])
  return { sessions, load: () => void load(), end }
}

function Section(props: { title: string; hint: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId} className="grid gap-5">
      <div className="grid gap-1">
        <h2 id={titleId} className="font-display font-semibold text-xl">
          {props.title}
        </h2>
        <p className="text-ink-soft text-sm">{props.hint}</p>
      </div>
      {props.children}
    </Card>
  )
}
