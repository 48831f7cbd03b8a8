/** The true clock, which the platform's own times follow. */
export const TrueDate = Date

/** When the test put its clock. */
const moments: { truly: number; now: number }[] = []

export function noteMoment(): void {
  moments.push({ truly: TrueDate.now(), now: Date.now() })
}

/** Translates a time of the platform, such as that of a ping, into the test's clock. */
export function toTestTime(at: Date | null): Date | null {
  const moment = at && moments.findLast(({ truly }) => truly <= at.getTime())
  return moment ? new TrueDate(moment.now) : null
}
