import { toThumbnail, toTone } from '#contract/face.ts'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import type { LastLine } from '#contract/protocol.ts'
import { interestLine, peopleTexts, profileOf, statusLine } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** `talk`: with the last line of the conversation. `tile`: a large face, for narrow columns. */
export type RowLook = 'row' | 'talk' | 'tile'

export interface RowPresses {
  onPerson: (person: PublicPerson) => void
  onChat: (person: PublicPerson) => void
  onOwnProfile: () => void
  /** Null while leaving. */
  onLeave: (() => void) | null
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
const PHOTOS = {
  row: {
    alignSelf: 'stretch',
    width: '5.125rem',
    minHeight: '5.75rem',
    margin: '-0.625rem 0 -0.625rem -0.625rem',
    borderRadius: '1.2rem 0 0 1.2rem',
  },
  tile: {
    alignSelf: 'stretch',
    height: '7.5rem',
    margin: '-0.625rem -0.625rem 0',
    borderRadius: '1.2rem 1.2rem 0 0',
  },
}
const CIRCLE = { margin: '0.625rem 0 1rem' }

/** In a conversation's row the face opens the person, as in every chat app. */
export function Face(props: PersonRowProps) {
  const { person, isSelf, look, isGone, onPerson } = props
  const online = person.online && !isGone
  const src = toThumbnail(person.photo)
  const photo = src !== null && look !== 'talk' && !isSelf ? PHOTOS[look] : undefined
  const face = (
    <Avatar
      src={src}
      initial={toInitial(person.name)}
      tone={toTone(person.id)}
      size={isSelf ? 'sm' : photo ? 'fill' : look === 'tile' ? 'xl' : 'lg'}
      style={photo ?? (look === 'tile' ? CIRCLE : undefined)}
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

export function Table({ person, className }: PersonRowProps & { className: string }) {
  return (
    <span dir="auto" className={`line-clamp-1 break-all ${className}`}>
      {tableLabel(person.table)}
    </span>
  )
}

export const WORDS = 'text-ink-faint text-xs leading-4'
/** With room for three lines, so that cards keep their height when a word comes. */
const DETAILS = {
  row: 'min-h-12 min-w-0 flex-1 basis-24 flex-col justify-center',
  talk: 'w-full',
  tile: 'min-h-12 flex-1 content-center justify-center',
}

export function Details(props: PersonRowProps) {
  const { person, isSelf, look, isGone } = props
  return (
    <p className={`flex flex-wrap gap-x-2.5 ${WORDS} ${isSelf ? '' : DETAILS[look]}`}>
      {isSelf && <Table {...props} className="" />}
      <span>{interestLine(person.interest)}</span>
      <span>{isGone ? peopleTexts.gone : statusLine(person.online)}</span>
      {look !== 'talk' && isAway(props) && <span>{peopleTexts.away}</span>}
    </p>
  )
}

export function isAway({ person, isSelf, isGone }: PersonRowProps): boolean {
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
  if (isSelf || isGone) return <p className={isSelf ? '' : 'min-w-0 flex-1 basis-24'}>{name}</p>
  const isTalk = look === 'talk'
  return (
    <button
      type="button"
      {...(isTalk ? { tabIndex: -1 } : { 'aria-haspopup': 'dialog' })}
      onClick={() => (isTalk ? onChat : onPerson)(person)}
      className={`min-w-0 rounded-sm after:absolute after:inset-0 ${look === 'tile' ? 'w-full' : 'flex-1 basis-24 text-left'}`}
    >
      {name}
    </button>
  )
}
