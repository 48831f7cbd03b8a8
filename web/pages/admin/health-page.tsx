import RefreshCw from 'lucide:refresh-cw'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { healthTexts, stopTexts } from '#contract/texts/health.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { call } from '#web/api/call.ts'
import { AnswersCard } from '#web/features/health/answers-card.tsx'
import { StopForm } from '#web/features/health/stop-card.tsx'
import { SystemCard } from '#web/features/health/system-card.tsx'
import type { Check } from '#web/features/health/use-check.ts'
import { useCheck } from '#web/features/health/use-check.ts'
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BackHeader, Loaded, useLoading } from './admin-frame.tsx'

/** Three questions, so that one without an answer hides nothing of the others. */
export function HealthPage() {
  useDocumentTitle(pageTitle(pageData().productName, healthTexts.title))
  const [version, refreshVersion] = useCheck(() => call(ADMIN_ENDPOINTS.readVersion, {}))
  const [room, refreshRoom] = useCheck(() => call(ADMIN_ENDPOINTS.readRoomHealth, { room: 'true' }))
  const [health, refreshHealth] = useCheck(() => adminCall(ADMIN_ENDPOINTS.readHealth, {}))

  const site = useLoading(() => adminCall(ADMIN_ENDPOINTS.readSite, {}))

  const [refresh, isBusy] = useAct(() =>
    Promise.all([refreshVersion(), refreshRoom(), refreshHealth()]),
  )
  const { worker, database, bucket } = healthTexts
  const answers = [
    { name: worker, hint: healthTexts.workerHint, answer: toAnswer(version, (_, ms) => ms) },
    {
      name: healthTexts.room,
      hint: healthTexts.roomHint,
      answer: toAnswer(room, ({ roomMs }) => roomMs),
    },
    {
      name: database,
      hint: healthTexts.databaseHint,
      answer: toAnswer(health, ({ database: answered }) => answered?.ms ?? null),
    },
    {
      name: bucket,
      hint: healthTexts.bucketHint,
      answer: toAnswer(health, ({ bucketMs }) => bucketMs),
    },
  ]
  return (
    <Page
      width="broad"
      className="gap-5 lg:grid lg:grid-cols-2 lg:content-start lg:items-start"
      header={
        <BackHeader
          title={healthTexts.title}
          to={PAGES.admin}
          label={adminTexts.backToAdmin}
          end={
            <Button
              variant="quiet"
              size="icon"
              aria-label={healthTexts.refresh}
              busy={isBusy}
              onClick={() => void refresh()}
            >
              <Icon of={RefreshCw} />
            </Button>
          }
        />
      }
    >
      <AnswersCard answers={answers} />
      <SystemCard version={version} health={health} />
      <TitledCard title={stopTexts.title} hint={stopTexts.hint}>
        <Loaded loading={site} skeleton={['h-52']} failed={stopTexts.loadFailed}>
          {(state) => <StopForm state={state} />}
        </Loaded>
      </TitledCard>
    </Page>
  )
}

function toAnswer<T>(check: Check<T>, read: (value: T, ms: number) => number | null) {
  if (check === 'loading') return check
  return check === 'failed' ? null : read(check.value, check.ms)
}
