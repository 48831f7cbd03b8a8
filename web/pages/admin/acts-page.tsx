import { useLocation, useNavigate } from 'react-router'
import * as v from 'valibot'
import type { ActFilter } from '#contract/acts.ts'
import { actKindSchema } from '#contract/acts.ts'
import { address } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { PAGES } from '#contract/pages.ts'
import { actsTexts } from '#contract/texts/acts.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { ActFilters } from '#web/features/acts/act-filters.tsx'
import { ActsList } from '#web/features/acts/acts-list.tsx'
import { pageData } from '#web/page-data.ts'
import { Page } from '#web/ui/page.tsx'
import { useAsked } from '#web/ui/use-asked.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BackHeader, Loaded } from './admin-frame.tsx'

/** "Registro": what was done in the bars, filtered as the address says. */
export function ActsPage() {
  useDocumentTitle(pageTitle(pageData().productName, actsTexts.title))
  const filter = readFilter(useLocation().search)
  const navigate = useNavigate()
  const onFilter = (changes: ActFilter) =>
    navigate(address(PAGES.acts, { ...filter, ...changes }), { replace: true })
  // The newest bars. Without them the filter holds the address's bar alone.
  const bars = useAsked(() => adminCall(ADMIN_ENDPOINTS.listBars, {}))
  return (
    <Page
      width="broad"
      className="gap-5 lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:content-start lg:items-start"
      header={<BackHeader title={actsTexts.title} />}
    >
      <ActFilters filter={filter} bars={bars.value?.bars ?? []} onFilter={onFilter} />
      <Acts key={address(PAGES.acts, { ...filter })} filter={filter} onFilter={onFilter} />
    </Page>
  )
}

interface ActsProps {
  filter: ActFilter
  onFilter: (changes: ActFilter) => void
}

function Acts({ filter, onFilter }: ActsProps) {
  const asked = useAsked(() => adminCall(ADMIN_ENDPOINTS.listActs, { ...filter }))
  return (
    <Loaded asked={asked} skeleton={['h-64', 'h-40']} failed={actsTexts.loadFailed}>
      {(first) => <ActsList first={first} filter={filter} onFilter={onFilter} />}
    </Loaded>
  )
}

function readFilter(search: string): ActFilter {
  const parameters = new URLSearchParams(search)
  const kind = parameters.get('kind')
  const read = (name: string) => parameters.get(name) || undefined
  return {
    bar: read('bar'),
    kind: v.is(actKindSchema, kind) ? kind : undefined,
    account: read('account'),
    person: read('person'),
  }
}
