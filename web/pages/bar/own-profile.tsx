import { BlocksSection } from '#web/features/blocks/blocks-section.tsx'
import { EditDialog } from '#web/features/profile/edit-dialog.tsx'
import { keepPerson } from '#web/session/visit.ts'
import { useRoom, useRoomClient, useVisit } from '#web/socket/use-room.ts'
import { useBarName } from './bar-visit.ts'

export function OwnProfile({ onClose }: { onClose: () => void }) {
  const { barId } = useVisit()
  const barName = useBarName()
  const connection = useRoomClient()
  const you = useRoom((room) => room.you)
  if (!you) return null
  return (
    <EditDialog
      you={you}
      onSaved={(person) => {
        keepPerson({ barId, barName }, person)
        connection.edited(person)
      }}
      onClose={onClose}
    >
      <BlocksSection />
    </EditDialog>
  )
}
