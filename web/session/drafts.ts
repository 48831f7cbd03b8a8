import * as v from 'valibot'
import { storedItem } from './stored-item.ts'

const draftsItem = storedItem('drafts', v.record(v.string(), v.string()))

function keyOf(barId: string, personId: string): string {
  return `${barId}/${personId}`
}

/** Empty if there is no draft. */
export function readDraft(barId: string, personId: string): string {
  return draftsItem.read()?.[keyOf(barId, personId)] ?? ''
}

export function writeDraft(barId: string, personId: string, text: string): void {
  const { [keyOf(barId, personId)]: _, ...others } = draftsItem.read() ?? {}
  draftsItem.write(text === '' ? others : { ...others, [keyOf(barId, personId)]: text })
}

export function forgetDrafts(): void {
  draftsItem.remove()
}
