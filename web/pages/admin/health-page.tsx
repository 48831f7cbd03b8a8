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
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Answer } from '#web/ui/question.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BackHeader, Loaded } from './admin-frame.tsx'

/** Three questions, so that one without an answer hides nothing of the others. */
export function HealthPage() {
  useDocumentTitle(pageTitle(pageData().productName, healthTexts.title))
  const version = useAsked(() => timed(call(ADMIN_ENDPOINTS.readVersion, {})))
  const room = useAsked(() => timed(call(ADMIN_ENDPOINTS.readRoomHealth, { room: 'true' })))
  const health = useAsked(() => timed(adminCall(ADMIN_ENDPOINTS.readHealth, {})))
  const site = useAsked(() => adminCall(ADMIN_ENDPOINTS.readSite, {}))

  const [refresh, isBusy] = useAct(() => Promise.all([version.ask(), room.ask(), health.ask()]))
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
        <Loaded asked={site} skeleton={['h-52']} failed={stopTexts.loadFailed}>
          {(state) => <StopForm state={state} />}
        </Loaded>
      </TitledCard>
    </Page>
  )
}

/** `ms`: until the answer was here. */
async function timed<T>(asked: Promise<T>): Promise<{ found: T; ms: number }> {
  const startedAt = performance.now()
  const found = await asked
  return { found, ms: Math.round(performance.now() - startedAt) }
}

function toAnswer<T>(
  { hasFailed, value }: Answer<{ found: T; ms: number }>,
  read: (found: T, ms: number) => number | null,
): number | null | 'loading' {
  if (hasFailed) return null
  return value ? read(value.found, value.ms) : 'loading'
}
