import * as v from 'valibot'
import { ownPersonSchema } from './person.ts'

/** All data about a person, for "Baixar meus dados". Times are ISO 8601. */
export const ownDataSchema = v.object({
  bar: v.string(),
  person: ownPersonSchema,
  enteredAt: v.string(),
  endsAt: v.string(),
  conversations: v.array(
    v.object({
      with: v.string(),
      messages: v.array(v.object({ from: v.string(), text: v.string(), at: v.string() })),
    }),
  ),
})
export type OwnData = v.InferOutput<typeof ownDataSchema>
