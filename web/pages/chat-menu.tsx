import type { PersonMenuProps } from '#web/features/blocks/person-menu.tsx'
import { PersonMenu } from '#web/features/blocks/person-menu.tsx'
import { useReporting } from './use-reporting.tsx'

/** What can be done about the other person of a chat, also after it ended. */
export function ChatMenu(props: Omit<PersonMenuProps, 'onReport' | 'onIntent'>) {
  const { barId, secret, personId, name } = props
  const reporting = useReporting()
  return (
    <>
      <PersonMenu
        {...props}
        onReport={() => reporting.open({ barId, secret, personId, name })}
        onIntent={reporting.prepare}
      />
      {reporting.drawn}
    </>
  )
}
