import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { deleteBar, setPaused } from '#web/api/admin-bars.ts'
import { BarActsDialog } from '#web/features/bar-acts/bar-acts-dialog.tsx'
import { DeleteBarDialog } from '#web/features/bar-acts/delete-bar-dialog.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAdmin } from './use-admin.ts'

export interface BarActsProps {
  bar: AdminBar | null
  onClose: () => void
  onChanged: () => void
}

export function BarActs({ bar, onClose, onChanged }: BarActsProps) {
  const { keepSession } = useAdmin()
  const [deleting, setDeleting] = useState<AdminBar | null>(null)

  async function pause({ id, name }: AdminBar, paused: boolean): Promise<void> {
    try {
      await keepSession(() => setPaused(id, paused))
      const title = paused ? monitorTexts.barPaused : monitorTexts.barReopened
      showToast({ title, description: name, tone: 'success' })
      onClose()
    } catch {
      const { error: title } = sharedTexts
      showToast({ title, description: monitorTexts.pauseFailed, tone: 'destructive' })
    }
    onChanged()
  }

  return (
    <>
      <BarActsDialog
        bar={bar}
        onPause={pause}
        onDelete={(doomed) => {
          onClose()
          setDeleting(doomed)
        }}
        onClose={onClose}
      />
      <DeleteBarDialog
        bar={deleting}
        remove={(barId, name) => keepSession(() => deleteBar(barId, name))}
        onDeleted={() => {
          setDeleting(null)
          onChanged()
        }}
        onClose={() => setDeleting(null)}
      />
    </>
  )
}
