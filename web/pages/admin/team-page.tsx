import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { adminCall } from '#web/api/admin-call.ts'
import type { ShownLink } from '#web/features/qr/link-dialog.tsx'
import { LinkDialog } from '#web/features/qr/link-dialog.tsx'
import { TeamCards } from '#web/features/team/team-cards.tsx'
import { useAsked } from '#web/ui/use-asked.ts'
import { Loaded, OneBarPage } from './admin-frame.tsx'
import { useAdmin } from './use-admin.ts'

export function TeamPage() {
  return (
    <OneBarPage
      title={teamTexts.title}
      className="gap-5 lg:grid lg:grid-cols-2 lg:content-start lg:items-start"
    >
      {(bar) => <Team bar={bar} />}
    </OneBarPage>
  )
}

function Team({ bar }: { bar: AdminBar }) {
  const { user } = useAdmin()
  const asked = useAsked(() => adminCall(ADMIN_ENDPOINTS.readTeam, { barId: bar.id }))
  const [shown, setShown] = useState<ShownLink | null>(null)
  return (
    <>
      <Loaded asked={asked} skeleton={['h-64', 'h-40']} failed={teamTexts.loadFailed}>
        {(team) => (
          <TeamCards
            bar={bar}
            team={team}
            ownId={user.id}
            onChanged={() => void asked.ask()}
            onLink={(link, kind) => setShown({ link, kind })}
          />
        )}
      </Loaded>
      {shown && <LinkDialog shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
