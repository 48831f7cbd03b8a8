import History from 'lucide:rotate-ccw-clock'
import { useState } from 'react'
import type { ActFilter, ShownAct, ShownActs } from '#contract/acts.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { actor, actSentence, actsTexts } from '#contract/texts/acts.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { LONG_DATE } from '#web/ui/date-forms.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useAct } from '#web/ui/use-act.ts'

export interface ActsListProps {
  first: ShownActs
  filter: ActFilter
  onFilter: (changes: ActFilter) => void
}

/** Newest first, under the days of each bar's own time zone. */
export function ActsList({ first, filter, onFilter }: ActsListProps) {
  const [{ acts, next }, setShown] = useState(first)
  const [readOn, isBusy] = useAct(async (after: string) => {
    const more = await adminCall(ADMIN_ENDPOINTS.listActs, { ...filter, after })
    setShown({ acts: [...acts, ...more.acts], next: more.next })
  }, actsTexts.moreFailed)

  if (acts.length === 0)
    return <Nothing isFiltered={Boolean(filter.kind || filter.account || filter.person)} />
  return (
    <div className="grid gap-5">
      {byDay(acts).map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="grid gap-2">
          <h2 className="px-1 font-semibold text-ink-soft text-sm">{day}</h2>
          <ul className="overflow-hidden rounded-lg border border-line bg-raised">
            {ofDay.map((act) => (
              <ActRow key={act.id} act={act} filter={filter} onFilter={onFilter} />
            ))}
          </ul>
        </section>
      ))}
      {next && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={isBusy}
          onClick={() => void readOn(next)}
        >
          {actsTexts.more}
        </Button>
      )}
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={<Icon of={History} className="size-9" />}
      title={isFiltered ? actsTexts.emptyFiltered : actsTexts.empty}
    >
      {!isFiltered && <p>{actsTexts.emptyHint}</p>}
    </EmptyState>
  )
}

interface ActRowProps extends Pick<ActsListProps, 'filter' | 'onFilter'> {
  act: ShownAct
}

const PRESS = 'rounded-md text-link underline-offset-4 hover:underline'
/** A target of 44 px inside a line of text. */
const IN_LINE = '-mx-1 -my-2.5 inline-block max-w-full px-1 py-2.5 text-left'

function ActRow({ act, filter, onFilter }: ActRowProps) {
  const { at, timeZone, accountId, email, barId, barName, personId } = act
  const isOther = email && filter.account !== accountId
  return (
    <li className="flex gap-3 border-line border-t px-3.5 py-3 first:border-t-0">
      <time
        dateTime={new Date(at).toISOString()}
        className="w-12 shrink-0 text-ink-soft text-sm leading-6 tabular-nums"
      >
        {formatAt(at, TIME, timeZone)}
      </time>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="wrap-anywhere leading-6">
          {isOther ? (
            <button
              type="button"
              className={`${IN_LINE} rounded-md font-semibold underline-offset-4 hover:underline`}
              title={actsTexts.ofAccount}
              onClick={() => onFilter({ account: accountId })}
            >
              {email}
            </button>
          ) : (
            <span className="font-semibold">{actor(act)}</span>
          )}{' '}
          <span>{actSentence(act)}</span>
        </p>
        {(personId || (barId && !filter.bar)) && (
          <p className="flex flex-wrap gap-x-4 text-sm leading-6">
            {personId && filter.person !== personId && (
              <button
                type="button"
                className={`${IN_LINE} ${PRESS}`}
                title={actsTexts.ofPerson}
                onClick={() => onFilter({ person: personId })}
              >
                {actsTexts.onlyPerson(personId)}
              </button>
            )}
            {barId && !filter.bar && (
              <button
                type="button"
                className={`${IN_LINE} ${PRESS}`}
                onClick={() => onFilter({ bar: barId })}
              >
                <span dir="auto" className="line-clamp-1">
                  {barName ?? barId}
                </span>
              </button>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

function byDay(acts: readonly ShownAct[]): [string, ShownAct[]][] {
  const days = new Map<string, ShownAct[]>()
  for (const act of acts) {
    const day = formatAt(act.at, LONG_DATE, act.timeZone)
    const title = day.charAt(0).toUpperCase() + day.slice(1)
    days.set(title, [...(days.get(title) ?? []), act])
  }
  return [...days]
}
