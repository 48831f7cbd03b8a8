import type { ReactNode } from 'react'
import { toThumbnail, toTone } from '#contract/face.ts'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import type { LastLine } from '#contract/protocol.ts'
import { interestLine, peopleTexts, profileOf, statusLine } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** `talk`: with the last line of the conversation. */
export type RowLook = 'row' | 'talk'

export interface RowPresses {
  onPerson: (person: PublicPerson) => void
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
  /** Beside the list, on a desk. */
  openChatId?: string | undefined
}

export interface PersonRowProps extends RowPresses {
  person: PublicPerson
  isSelf: boolean
  unread: number
  look: RowLook
  lastLine: LastLine | undefined
  /** Left the bar. The row stays until the order is renewed. */
  isGone: boolean
}

/** A photo fills the side of its card, as wide as a circle with its margins. */
const PHOTO = {
  alignSelf: 'stretch',
  width: '5.125rem',
  minHeight: '5.75rem',
  margin: '-0.625rem 0 -0.625rem -0.625rem',
  borderRadius: '1.2rem 0 0 1.2rem',
}
const IN_TALK = { width: '4rem', height: '4rem' }

/** In a conversation's row the face opens the person, as in every chat app. */
export function Face(props: PersonRowProps) {
  const { person, isSelf, look, isGone, onPerson } = props
  const online = person.online && !isGone
  const src = toThumbnail(person.photo)
  const isPhoto = src !== null && look === 'row' && !isSelf
  const face = (
    <Avatar
      src={src}
      initial={toInitial(person.name)}
      tone={toTone(person.id)}
      size={isSelf ? 'sm' : isPhoto ? 'fill' : 'lg'}
      style={isPhoto ? PHOTO : look === 'talk' ? IN_TALK : undefined}
      className={online ? '' : 'opacity-60'}
      presence={{
        online,
        away: isAway(props),
        label: online ? peopleTexts.online : peopleTexts.offline,
      }}
    />
  )
  if (look !== 'talk' || isGone) return face
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={profileOf(person.name)}
      onClick={() => onPerson(person)}
      className="relative z-1 flex shrink-0 rounded-full"
    >
      {face}
    </button>
  )
}

interface TableProps extends PersonRowProps {
  className: string
}

export function Table({ person, className }: TableProps) {
  return (
    <span dir="auto" className={`line-clamp-1 break-all ${className}`}>
      {tableLabel(person.table)}
    </span>
  )
}

const WORDS = 'flex flex-wrap gap-x-2.5 text-ink-faint text-xs leading-4'
const ONE_BELOW_ANOTHER = 'min-w-0 flex-col'
const IN_ROW = `${ONE_BELOW_ANOTHER} min-h-12 flex-1 basis-24 justify-center`
/** One line is as high as two. */
const BESIDE_BUTTON = { flex: '1 1 3.5rem', minHeight: '2rem' }
/** Nobody knows it without a connection. */
export const KNOWN = 'group-data-down:hidden'

interface DetailsProps extends PersonRowProps {
  interest?: string
  /** After the interest. */
  children?: ReactNode
}

export function Details(props: DetailsProps) {
  const { person, isSelf, look, isGone, children } = props
  const { interest = interestLine(person.interest) } = props
  const status = isGone ? peopleTexts.gone : statusLine(person.online)
  const isTalk = look === 'talk'
  return (
    <p
      style={isTalk ? BESIDE_BUTTON : undefined}
      className={`${WORDS} ${isSelf ? '' : isTalk ? ONE_BELOW_ANOTHER : IN_ROW}`}
    >
      {isSelf && <Table {...props} className="" />}
      <span>{interest}</span>
      {children}
      <span className={KNOWN}>{status}</span>
      {/* In a conversation's row the hollow dot shows it: a line that comes and goes would move the rows below. */}
      {isAway(props) && <span className={isTalk ? 'sr-only' : KNOWN}>{peopleTexts.away}</span>}
    </p>
  )
}

function isAway({ person, isSelf, isGone }: PersonRowProps): boolean {
  return person.online && !isGone && !isSelf && person.away === true
}

/**
 * The whole card presses the name, under its other buttons. In a conversation's row that opens it; the
 * keyboard has "Conversar" or "Ver conversa" for that.
 */
export function Name({ person, isSelf, look, isGone, onPerson, onChat }: PersonRowProps) {
  const name = (
    <span dir="auto" className="line-clamp-1 break-all font-semibold text-lg leading-6">
      {person.name}
    </span>
  )
  if (isSelf || isGone) return <p>{name}</p>
  const isTalk = look === 'talk'
  return (
    <button
      type="button"
      {...(isTalk ? { tabIndex: -1 } : { 'aria-haspopup': 'dialog' })}
      onClick={() => (isTalk ? onChat : onPerson)(person)}
      className="min-w-0 rounded-sm text-left after:absolute after:inset-0"
    >
      {name}
    </button>
  )
}
