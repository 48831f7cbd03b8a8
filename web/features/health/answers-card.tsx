import { SLOW_MS } from '#contract/health.ts'
import { healthTexts, milliseconds } from '#contract/texts/health.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'

/** Null: no answer. */
type Timing = 'loading' | null | number

export interface AnswersCardProps {
  answers: { name: string; hint: string; answer: Timing }[]
}

/** Whether each part answers, and in what time. */
export function AnswersCard({ answers }: AnswersCardProps) {
  return (
    <TitledCard title={healthTexts.now} className="gap-4">
      <Summary answers={answers.map(({ answer }) => answer)} />
      <ul className="overflow-hidden rounded-lg border border-line">
        {answers.map(({ name, hint, answer }) => (
          <li key={name} className="grid gap-0.5 border-line border-t px-4 py-3 first:border-t-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <p className="font-semibold">{name}</p>
              <State answer={answer} />
            </div>
            <p className="text-ink-soft text-sm">{hint}</p>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

const SUMMARY = {
  checking: 'text-ink-soft',
  allWell: 'text-success',
  someSlow: 'text-link',
  someFailed: 'text-danger',
}

function Summary({ answers }: { answers: readonly Timing[] }) {
  const what = summarise(answers)
  return (
    <p role="status" className={`text-lg ${SUMMARY[what]}`}>
      {healthTexts[what]}
    </p>
  )
}

function summarise(answers: readonly Timing[]): keyof typeof SUMMARY {
  if (answers.includes(null)) return 'someFailed'
  if (answers.includes('loading')) return 'checking'
  return answers.some((ms) => Number(ms) > SLOW_MS) ? 'someSlow' : 'allWell'
}

const STATES = {
  well: ['text-success', 'border-online bg-online'],
  slow: ['text-link', 'border-link bg-transparent'],
  failed: ['text-danger', 'rotate-45 rounded-none border-danger bg-danger'],
} as const

/** Differs by words and shape as well as colour. */
function State({ answer }: { answer: Timing }) {
  if (answer === 'loading') return <Skeleton className="h-5 w-24" />
  const what = answer === null ? 'failed' : answer > SLOW_MS ? 'slow' : 'well'
  const [words, mark] = STATES[what]
  return (
    <p className="flex items-center gap-3 tabular-nums">
      {answer !== null && <span className="text-ink-soft text-sm">{milliseconds(answer)}</span>}
      <span className={`flex items-center gap-2 font-semibold ${words}`}>
        <span
          className={`size-3 rounded-full border-2 forced-color-adjust-none ${mark}`}
          aria-hidden="true"
        />
        <span>{healthTexts[what]}</span>
      </span>
    </p>
  )
}
