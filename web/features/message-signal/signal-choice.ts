import * as v from 'valibot'
import { asText, storedItem } from '#web/session/stored-item.ts'

/** Whether this browser rings for new messages. Opt-in: nothing is kept until somebody asks for it. */
export const signalItem = storedItem('messageSignal', v.literal('on'), () => localStorage, asText)
