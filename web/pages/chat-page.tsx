import { Navigate, useParams } from 'react-router'
import { toPage } from '#contract/paths.ts'
import { currentBarItem } from '#web/session/visit-items.ts'
import { useBarVisit } from './bar-visit.ts'
import { ChatPart } from './chat-part.tsx'

export function ChatPage() {
  const { barId, secret, lostBy } = useBarVisit()
  const { userId = '' } = useParams()
  if (secret !== null) return <ChatPart key={userId} partnerId={userId} />
  const saved = currentBarItem.read()
  const toForm = lostBy !== null && saved?.barId === barId
  return (
    <Navigate to={toForm ? toPage.table(barId, saved.tableNumber) : toPage.bar(barId)} replace />
  )
}
