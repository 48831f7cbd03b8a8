import { Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import * as v from 'valibot'
import { toPage } from '#contract/paths.ts'
import { tableSchema } from '#contract/table.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { currentBarItem, userIdItem, visitSecretItem } from '#web/session/patron-session.ts'
import { useStored } from '#web/session/use-stored.ts'
import { useBarVisit } from './bar-visit.ts'
import { PeoplePart } from './people-part.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

// Who is in the bar already never needs the form; who is not gets it with this file's first line.
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

/**
 * The address names a table, except where "Voltar" of a chat put the own profile's id there: then
 * it is the table that was saved.
 */
function useTable(barId: string, tableParam: string): string | null {
  const ownId = useStored(userIdItem)
  const saved = useStored(currentBarItem)
  const named = v.safeParse(tableSchema, tableParam)
  if (named.success && tableParam !== ownId) return named.output
  return saved?.barId === barId ? saved.tableNumber : null
}
