import { BlocksSection } from '#web/features/blocks/blocks-section.tsx'
import { EditDialog } from '#web/features/profile/edit-dialog.tsx'
import { keepPerson } from '#web/session/visit.ts'
import { useRoom, useRoomClient } from '#web/socket/use-room.ts'
import { useBarName, useBarVisit } from './bar-visit.ts'

export function OwnProfile({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { barId } = useBarVisit()
  const barName = useBarName()
  const connection = useRoomClient()
  const you = useRoom((room) => room.you)
  if (!you) return null
  return (
    <EditDialog
      barId={barId}
      secret={secret}
      you={you}
      onSaved={(person) => {
        keepPerson({ barId, barName }, person)
        connection.edited(person)
      }}
      onClose={onClose}
    >
      <BlocksSection barId={barId} secret={secret} />
    </EditDialog>
  )
}
