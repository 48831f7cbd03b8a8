import { toAdminBar, toBarHours, toStatistics } from '#contract/admin-paths.ts'
import { toHour } from '#contract/bar-hours.ts'
import { FULL_BAR } from '#test/fakes/admin-data.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { NOW } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

const OPEN = [20, 21, 22, 23, 0, 1]

/** An hour on the clock of the bar: São Paulo is three hours behind UTC, all year. */
const clockOf = (hour: number): number => (hour + 21) % 24
/** Of the night, which begins at noon: Monday is 0, and 1 January 1970 was a Thursday. */
const weekdayOf = (hour: number): number => (Math.floor((hour - 15) / 24) + 3) % 7
/** Fridays are the fullest, and of each night the hour of 23. */
const peakAt = (hour: number): number =>
  (weekdayOf(hour) === 4 ? 40 : 10 + weekdayOf(hour)) + (clockOf(hour) === 23 ? 5 : 0)

test('a simulated month appears in the night, the last day and the weeks', async ({
  page,
  server,
  bar,
}) => {
  // A Friday, 23 h.
  const now = toHour(NOW)
  const hours = Array.from({ length: 35 * 24 }, (_, ago) => now - ago)
    .filter((hour) => OPEN.includes(clockOf(hour)))
    .map((hour) => ({ hour, peak: peakAt(hour), visits: 3 }))
  const fake = await FakeServer.start(page, server.origin, bar)
  await fake.signIn({ bars: [] })
  await fake.answer(toAdminBar(FULL_BAR.id), FULL_BAR)
  await fake.answer(toBarHours(FULL_BAR.id), { now, hours })
  await fake.open(toStatistics(FULL_BAR.id))

  const night = page.getByRole('region', { name: 'Esta noite' })
  await expect(night.getByRole('definition')).toHaveText(['45', '12'])

  const day = page.getByRole('region', { name: 'Pessoas online nas últimas 24 horas' })
  await expect(day.getByRole('img')).toHaveAccessibleName(/pico de 45 pessoas às 23h/)
  await day.getByText('Ver em números').click()
  const quiet = Array<string>(18).fill('0')
  await expect(day.getByRole('cell')).toHaveText(['13', '13', ...quiet, '40', '40', '40', '45'])

  const weeks = page.getByRole('region', { name: 'Últimas quatro semanas' })
  await expect(weeks.getByRole('img')).toHaveAccessibleName(
    'Hora mais cheia: noite de sexta, às 23h, com 45 pessoas em média.',
  )
  await weeks.getByText('Ver em números').click()
  const noonTo20 = Array<string>(8).fill('0')
  const from2 = Array<string>(10).fill('0')
  await expect(weeks.getByRole('row').filter({ hasText: 'Seg' }).getByRole('cell')).toHaveText([
    ...[...noonTo20, '10', '10', '10', '15', '10', '10', ...from2],
  ])
  const drawn = await weeks
    .locator('[data-average]')
    .evaluateAll((cells) => cells.map((cell) => Number(getComputedStyle(cell).opacity)))
  expect(drawn).toHaveLength(7 * 24)
  expect(drawn.filter((opacity) => opacity === 1).length).toBe(7 * 18 + 1)
})
