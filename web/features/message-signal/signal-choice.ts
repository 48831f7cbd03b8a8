import * as v from 'valibot'
import { asText, storedItem } from '#web/session/stored-item.ts'

/** Opt-in: nothing is stored until the person turns it on. */
export const signalItem = storedItem('messageSignal', v.literal('on'), () => localStorage, asText)
