import { Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import * as v from 'valibot'
import { toPage } from '#contract/paths.ts'
import { tableSchema } from '#contract/table.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { useStored } from '#web/session/stored-item.ts'
import { currentBarItem, ownIdItem, visitSecretItem } from '#web/session/visit-items.ts'
import { useBarVisit } from './bar-visit.ts'
import { PeoplePart } from './people-part.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

// Two parts: people in the bar never load the form; others load it at once.
const profile = lazyPart(async () => (await import('./profile-part.tsx')).ProfilePart)
if (visitSecretItem.read() === null) profile.load().catch(() => undefined)

export function TablePage() {
  const { barId, secret } = useBarVisit()
  const { tableId = '' } = useParams()
  const table = useTable(barId, tableId)
  if (secret !== null) return <PeoplePart secret={secret} />
  if (table === null) return <Navigate to={toPage.bar(barId)} replace />
  return (
    <Suspense fallback={<ProfileSkeleton table={table} />}>
      <profile.Part table={table} />
    </Suspense>
  )
}

/** "Voltar" of a chat puts the own id into the URL: then the saved table counts. */
function useTable(barId: string, tableParam: string): string | null {
  const ownId = useStored(ownIdItem)
  const saved = useStored(currentBarItem)
  const named = v.safeParse(tableSchema, tableParam)
  if (named.success && tableParam !== ownId) return named.output
  return saved?.barId === barId ? saved.tableNumber : null
}
