import * as v from 'valibot'
import { asText, storedItem } from '#web/session/stored-item.ts'

export const signalItem = storedItem('messageSignal', v.literal('on'), () => localStorage, asText)
