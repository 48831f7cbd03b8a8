import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { layerTexts, offerTable } from '#contract/texts/layers.ts'
import { call } from '#web/api/call.ts'
import { showRefusal } from '#web/features/profile/refusals.ts'
import { toList } from '#web/pages/own-list.ts'
import { keepPerson } from '#web/session/visit.ts'
import { useRoom, useRoomClient, useVisit } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { showError } from '#web/ui/toast/show-error.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'
import { useBarName } from './bar-visit.ts'

interface TableOfferProps {
  /** The scanned code names this table. */
  table: string
}

/** One line above the list of a person who came by the code of another table. */
export function TableOffer({ table }: TableOfferProps) {
  const { barId, secret } = useVisit()
  const barName = useBarName()
  const connection = useRoomClient()
  const navigate = useNavigate()
  const unmounted = useUnmounted()
  const ownTable = useRoom((room) => room.you?.table)
  const [hasMoved, setHasMoved] = useState(false)
  const [move, isBusy] = useAct(
    async () => {
      const { person } = await call(FORM_ENDPOINTS.editProfile, { barId }, { table }, { secret })
      keepPerson({ barId, barName }, person)
      connection.edited(person)
      setHasMoved(true)
      if (!unmounted().aborted) navigate(toList(barId), { replace: true })
    },
    (error) => {
      const { form } = showRefusal(error, 'edit')
      if (form) showError(form)
    },
  )
  if (hasMoved || ownTable === undefined || ownTable === table) return null
  return (
    <section className="flex min-h-12 items-center justify-between gap-2 rounded-lg border border-line bg-raised px-3 text-sm">
      <p dir="auto">{offerTable(ownTable, table)}</p>
      <Button
        variant="quiet"
        className="shrink-0 px-3 text-sm"
        busy={isBusy}
        onClick={() => void move()}
      >
        {layerTexts.move}
      </Button>
    </section>
  )
}
