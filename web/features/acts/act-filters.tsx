import Download from 'lucide:download'
import X from 'lucide:x'
import * as v from 'valibot'
import type { ActFilter } from '#contract/acts.ts'
import { ACT_KINDS, actKindSchema } from '#contract/acts.ts'
import { actName, actsTexts } from '#contract/texts/acts.ts'
import { fetchActsFile } from '#web/api/acts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { useAct } from '#web/ui/use-act.ts'

export interface ActFiltersProps {
  filter: ActFilter
  bars: readonly { id: string; name: string }[]
  onFilter: (changes: ActFilter) => void
}

const KINDS = ACT_KINDS.map((value) => ({ value: value as string, label: actName(value) })).sort(
  (one, other) => one.label.localeCompare(other.label, 'pt-BR'),
)

export function ActFilters({ filter, bars, onFilter }: ActFiltersProps) {
  const { bar = '', kind = '', account, person } = filter
  const known = bars.map(({ id, name }) => ({ value: id, label: name }))
  const others = bar && !bars.some(({ id }) => id === bar) ? [{ value: bar, label: bar }] : []
  return (
    <Card as="section" aria-label={actsTexts.filters} className="grid content-start gap-4">
      <p className="text-ink-soft text-sm">{actsTexts.hint}</p>
      <div className="flex flex-wrap gap-4">
        <div className="min-w-0 flex-1 basis-48">
          <SelectField
            label={actsTexts.bar}
            value={bar}
            options={[{ value: '', label: actsTexts.everyBar }, ...known, ...others]}
            onChange={({ currentTarget }) => onFilter({ bar: currentTarget.value || undefined })}
          />
        </div>
        <div className="min-w-0 flex-1 basis-48">
          <SelectField
            label={actsTexts.kind}
            value={kind}
            options={[{ value: '', label: actsTexts.everyKind }, ...KINDS]}
            onChange={({ currentTarget: { value } }) =>
              onFilter({ kind: v.is(actKindSchema, value) ? value : undefined })
            }
          />
        </div>
      </div>
      {(account || person) && (
        <div className="flex flex-wrap gap-2">
          {person && (
            <Chip onRemove={() => onFilter({ person: undefined })}>
              {actsTexts.onlyPerson(person)}
            </Chip>
          )}
          {account && (
            <Chip onRemove={() => onFilter({ account: undefined })}>{actsTexts.ofAccount}</Chip>
          )}
        </div>
      )}
      <DownloadButton filter={filter} />
    </Card>
  )
}

function Chip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <Button
      variant="secondary"
      className="px-3! text-sm!"
      aria-label={actsTexts.withoutFilter(children)}
      icon={<Icon of={X} className="size-4" />}
      onClick={onRemove}
    >
      {children}
    </Button>
  )
}

function DownloadButton({ filter }: Pick<ActFiltersProps, 'filter'>) {
  const [save, isBusy] = useAct(
    async () => saveFile(await fetchActsFile(filter), 'registro.csv'),
    actsTexts.downloadFailed,
  )
  return (
    <div className="grid gap-1.5">
      <Button
        variant="secondary"
        icon={<Icon of={Download} className="size-5" />}
        busy={isBusy}
        onClick={() => void save()}
      >
        {actsTexts.download}
      </Button>
      <p className="text-ink-soft text-sm">{actsTexts.downloadHint}</p>
    </div>
  )
}
