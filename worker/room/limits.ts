import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'

/** Rates and caps of a room. Benches and chaos runs raise them, and change nothing else. */
const ROOM_LIMITS = {
  socketsPerPerson: LIMITS.socketsPerPerson,
  socketsPerBar: LIMITS.socketsPerBar,
  handshakesPerSecond: LIMITS.handshakesPerSecond,
  framesBurst: LIMITS.framesBurst,
  framesPerSecond: LIMITS.framesPerSecond,
  actsBurst: LIMITS.actsBurst,
  actsPerMinute: LIMITS.actsPerMinute,
  sayPairBurst: LIMITS.sayPairBurst,
  sayPairPerSecond: LIMITS.sayPairPerSecond,
  sayPerMinute: LIMITS.sayPerMinute,
  newPeoplePerHour: LIMITS.newPeoplePerHour,
  peoplePerBar: LIMITS.peoplePerBar,
}
export type RoomLimits = Record<keyof typeof ROOM_LIMITS, number>

const aLimit = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))
const raisedSchema = v.strictObject(
  v.entriesFromList(Object.keys(ROOM_LIMITS) as (keyof RoomLimits)[], aLimit),
)

/**
 * The limits with whatever the variable `RAISED_LIMITS` sets: a JSON object of their names and whole
 * numbers, or nothing. Throws where it is anything else: a typo must not leave a limit as it was.
 */
export function readRoomLimits({ RAISED_LIMITS: raised }: Pick<Env, 'RAISED_LIMITS'>): RoomLimits {
  if (!raised) return ROOM_LIMITS
  return { ...ROOM_LIMITS, ...v.parse(raisedSchema, JSON.parse(raised)) }
}
