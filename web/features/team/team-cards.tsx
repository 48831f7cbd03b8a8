import KeyRound from 'lucide:key-round'
import UserPlus from 'lucide:user-plus'
import UserX from 'lucide:user-x'
import { useState } from 'react'
import type { MemberRole } from '#contract/admin.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Invitation, Member, Team } from '#contract/team.ts'
import {
  forWhom,
  memberSince,
  removeQuestion,
  roleName,
  teamTexts,
  validUntil,
} from '#contract/texts/team.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { unless } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { DATE, DATE_AND_TIME } from '#web/ui/date-forms.ts'
import { formatAt } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'

export interface TeamCardsProps {
  bar: Pick<AdminBar, 'id' | 'role'>
  team: Team
  ownId: string
  onChanged: () => void
  /** Told once: nobody can read it again. */
  onLink: (link: string, kind: 'invitation' | 'password') => void
}

/** Shows who belongs to a bar, and the links by which others will. */
export function TeamCards(props: TeamCardsProps) {
  const { bar, team, ownId, onChanged, onLink } = props
  const [leaving, setLeaving] = useState<Member | null>(null)
  const isAdmin = bar.role === 'admin'
  const isFull = team.members.length + team.invitations.length >= LIMITS.teamMembers
  const mayChange = (role: MemberRole) => isAdmin || role === 'staff'

  async function makeInvitation(role: MemberRole): Promise<void> {
    const { link } = await adminCall(ADMIN_ENDPOINTS.invite, { barId: bar.id }, { role })
    onLink(link, 'invitation')
    onChanged()
  }
  async function makePasswordLink({ id }: Member): Promise<void> {
    const member = { barId: bar.id, accountId: id }
    const { link } = await adminCall(ADMIN_ENDPOINTS.linkPassword, member)
    onLink(link, 'password')
  }
  async function cancel({ id }: Invitation): Promise<void> {
    // It may have been used or cancelled meanwhile.
    const invitation = { barId: bar.id, invitationId: id }
    await unless('not_found', adminCall(ADMIN_ENDPOINTS.cancelInvitation, invitation))
    showToast({ title: teamTexts.cancelled, tone: 'success' })
    onChanged()
  }
  async function remove(member: Member): Promise<void> {
    const place = { barId: bar.id, accountId: member.id }
    await unless('not_found', adminCall(ADMIN_ENDPOINTS.removeMember, place))
    setLeaving((now) => (now === member ? null : now))
    showToast({ title: teamTexts.removed, description: nameOf(member), tone: 'success' })
    onChanged()
  }

  return (
    <>
      <TitledCard title={teamTexts.members} hint={teamTexts.membersHint}>
        {team.members.length === 0 ? (
          <p className="text-ink-soft">{teamTexts.nobody}</p>
        ) : (
          <ul aria-label={teamTexts.members} className="grid gap-3">
            {team.members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isOwn={member.id === ownId}
                mayRemove={mayChange(member.role) && member.id !== ownId}
                onLink={() => makePasswordLink(member)}
                onRemove={() => setLeaving(member)}
              />
            ))}
          </ul>
        )}
        {team.members.some(({ isEmailConfirmed }) => !isEmailConfirmed) && (
          <p className="text-ink-soft text-sm">{teamTexts.unconfirmedHint}</p>
        )}
        <div className="grid gap-3 sm:flex sm:flex-wrap">
          <InviteButton as="staff" isFull={isFull} onInvite={makeInvitation} />
          {isAdmin && <InviteButton as="owner" isFull={isFull} onInvite={makeInvitation} />}
        </div>
        <p className="text-ink-soft text-sm">{teamTexts.rights}</p>
      </TitledCard>
      {team.invitations.length > 0 && (
        <TitledCard title={teamTexts.open} hint={teamTexts.openHint}>
          <ul aria-label={teamTexts.open} className="grid gap-3">
            {team.invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                mayCancel={mayChange(invitation.role)}
                onCancel={() => cancel(invitation)}
              />
            ))}
          </ul>
        </TitledCard>
      )}
      {leaving && (
        <Confirm
          danger
          title={removeQuestion(nameOf(leaving))}
          confirm={teamTexts.remove}
          onYes={() => remove(leaving)}
          explain={(error) => explain(error, teamTexts.changeFailed)}
          onClose={() => setLeaving(null)}
        >
          <p>{teamTexts.removeHint}</p>
        </Confirm>
      )}
    </>
  )
}

function explain(error: unknown, failed: string): string {
  const isElsewhere = error instanceof CodedError && error.code === 'belongs_elsewhere'
  return isElsewhere ? teamTexts.belongsElsewhere : failed
}

interface InviteButtonProps {
  as: MemberRole
  /** No invitation more fits into the team. */
  isFull: boolean
  onInvite: (role: MemberRole) => Promise<void>
}

function InviteButton({ as: role, isFull, onInvite }: InviteButtonProps) {
  const [invite, isBusy] = useAct(
    () => onInvite(role),
    (error) => {
      const isRefused = error instanceof CodedError && error.code === 'conflict'
      if (!isRefused) return teamTexts.inviteFailed
      return isFull ? teamTexts.full : teamTexts.tooManyOpen
    },
  )
  return (
    <Button
      variant={role === 'staff' ? 'primary' : 'secondary'}
      icon={<Icon of={UserPlus} className="size-5" />}
      busy={isBusy}
      onClick={() => void invite()}
    >
      {role === 'staff' ? teamTexts.inviteStaff : teamTexts.inviteOwner}
    </Button>
  )
}

const ROW =
  'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-sunken py-3 pr-2 pl-4'

interface MemberRowProps {
  member: Member
  isOwn: boolean
  mayRemove: boolean
  onLink: () => Promise<void>
  onRemove: () => void
}

function MemberRow({ member, isOwn, mayRemove, onLink, onRemove }: MemberRowProps) {
  const [makeLink, isBusy] = useAct(onLink, (error) => explain(error, teamTexts.passwordFailed))
  const { email, role, since, isEmailConfirmed } = member
  const name = nameOf(member)
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          <Badge tone={role === 'owner' ? 'glass' : 'neutral'}>{roleName(role)}</Badge>
          {isOwn && <Badge>{teamTexts.you}</Badge>}
          {!isEmailConfirmed && <Badge>{teamTexts.unconfirmed}</Badge>}
          <span className="tabular-nums">{memberSince(formatAt(since, DATE))}</span>
        </p>
      </div>
      {/* Nobody gets into an administrator's account by a bar. */}
      {!isOwn && email !== null && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={forWhom(teamTexts.newPassword, name)}
          busy={isBusy}
          onClick={() => void makeLink()}
        >
          <Icon of={KeyRound} className="size-5" />
        </Button>
      )}
      {mayRemove && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={forWhom(teamTexts.remove, name)}
          onClick={onRemove}
        >
          <Icon of={UserX} className="size-5" />
        </Button>
      )}
    </li>
  )
}

function nameOf({ email }: Pick<Member, 'email'>): string {
  return email ?? teamTexts.someAdmin
}

interface InvitationRowProps {
  invitation: Invitation
  mayCancel: boolean
  onCancel: () => Promise<void>
}

function InvitationRow({ invitation, mayCancel, onCancel }: InvitationRowProps) {
  const [cancel, isBusy] = useAct(onCancel, (error) => explain(error, teamTexts.changeFailed))
  const until = validUntil(formatAt(invitation.expiresAt, DATE_AND_TIME))
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-40">
        <p>
          <Badge tone={invitation.role === 'owner' ? 'glass' : 'neutral'}>
            {roleName(invitation.role)}
          </Badge>
        </p>
        <p className="mt-1 text-ink-soft text-sm tabular-nums">{until}</p>
      </div>
      {mayCancel && (
        <Button
          variant="secondary"
          aria-label={forWhom(teamTexts.cancel, until)}
          busy={isBusy}
          onClick={() => void cancel()}
        >
          {teamTexts.cancel}
        </Button>
      )}
    </li>
  )
}
