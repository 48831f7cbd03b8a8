import { Search } from 'lucide'
import { startTransition, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** A key is drawn at once, by this field alone; the list that follows from it may take its time. */
export function PeopleSearchField({ onSearch }: { onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <div className="max-w-narrow">
      <TextField
        type="search"
        label={peopleTexts.search}
        labelHidden
        placeholder={peopleTexts.search}
        prefix={<Icon of={Search} className="size-5" />}
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          // No deferred value: React lets those wait without end while a rush goes on.
          startTransition(() => onSearch(value))
        }}
        maxLength={LIMITS.nameCharacters}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  )
}
