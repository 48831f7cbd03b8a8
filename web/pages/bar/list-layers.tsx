import { useRef } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router'
import * as v from 'valibot'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import type { PublicPerson } from '#contract/person.ts'
import { PersonMenu } from '#web/features/blocks/person-menu.tsx'
import { PersonSheet } from '#web/features/people/person-sheet.tsx'
import { BarQrDialog } from '#web/features/qr/bar-qr-dialog.tsx'
import { useBarName, useBarVisit } from './bar-visit.ts'
import { OwnProfile } from './own-profile.tsx'
import { useReporting } from './use-reporting.tsx'

export type ListLayer = 'profile' | 'qr'

interface ListLayersProps {
  layer: ListLayer | null
  /** The chat takes the place of the sheet in the history. */
  onChat: (person: PublicPerson, replace: boolean) => void
  onClose: () => void
  /** Keeps this drawn although no layer is open. */
  onHold: (isHeld: boolean) => void
}

/** In the history, so that Back closes the sheet. Beside a chat it takes the place of the chat's entry. */
const sheetState = v.object({ personId: v.string() })

/** The dialogs and the sheet above the list. */
export function ListLayers({ layer, onChat, onClose, onHold }: ListLayersProps) {
  const { barId } = useBarVisit()
  const barName = useBarName()
  const navigate = useNavigate()
  const reporting = useReporting(onHold)
  const { key, state } = useLocation()
  const sheet = v.safeParse(sheetState, state)
  const isBesideChat = useMatch(PAGES.chat) !== null
  const closed = useRef('')
  const closeSheet = () => {
    // A second press before the sheet has gone would leave the list.
    if (closed.current === key) return
    closed.current = key
    if (isBesideChat) navigate(location.pathname, { replace: true })
    else navigate(-1)
  }
  return (
    <>
      {sheet.success && (
        <PersonSheet
          key={sheet.output.personId}
          personId={sheet.output.personId}
          menu={({ id: personId, name }) => (
            <PersonMenu
              personId={personId}
              name={name}
              className="-mt-1 -mr-3"
              onReport={() => reporting.open({ personId, name })}
            />
          )}
          onChat={(person) => onChat(person, true)}
          onClose={closeSheet}
        />
      )}
      {reporting.drawn}
      {layer === 'profile' && <OwnProfile onClose={onClose} />}
      {layer === 'qr' && (
        <BarQrDialog
          barName={barName}
          address={`${location.origin}${address(PAGES.bar, { barId })}`}
          onClose={onClose}
        />
      )}
    </>
  )
}
