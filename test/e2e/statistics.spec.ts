import { toBarHours, toStatistics } from '#contract/admin-paths.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { toHour } from '#contract/bar-hours.ts'
import { runLocalSql } from '#scripts/database.ts'
import { expect, test } from './e2e.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

const DAYS = 35
const OPEN = [20, 21, 22, 23, 0, 1]

/** An hour on the clock of the bar: São Paulo is three hours behind UTC, all year. */
const clockOf = (hour: number): number => (hour + 21) % 24
/** Of the night, which begins at noon: Monday is 0, and 1 January 1970 was a Thursday. */
const weekdayOf = (hour: number): number => (nightOf(hour) + 3) % 7

test('a simulated month appears in the chart, the night and the weeks', async ({
  bar,
  monitor,
  server,
}) => {
  test.slow()
  const seededAt = toHour(Date.now())
  const hours = Array.from({ length: DAYS * 24 }, (_, ago) => seededAt - 1 - ago).filter((hour) =>
    OPEN.includes(clockOf(hour)),
  )
  // Fridays are the fullest, and of each night the hour of 23.
  const peakAt = (hour: number) =>
    (weekdayOf(hour) === 4 ? 40 : 10 + weekdayOf(hour)) + (clockOf(hour) === 23 ? 5 : 0)
  const rows = hours.map((hour) => `('${bar.id}', ${hour}, ${peakAt(hour)}, 3, 0, 1)`)
  // Two runtimes that write to one database at once refuse each other.
  await server.stop()
  await runLocalSql(
    server.stateDir,
    `INSERT INTO bar_hours (bar_id, hour, peak, visits, earlier_visits, life) VALUES ${rows.join()};`,
  )
  await server.start()

  const board = await monitor()
  const { page } = board
  await board.open()
  const acts = await board.openActions(bar.name)
  const answer = page.waitForResponse(`**${toBarHours(bar.id)}`)
  await acts.getByRole('link', { name: 'Números da noite' }).click()
  await expect(page).toHaveURL(toStatistics(bar.id))
  // By now it may be an hour later.
  const { now }: BarHours = await (await answer).json()

  await test.step('the night', async () => {
    const night = page.getByRole('region', { name: 'Esta noite' })
    const ofNight = hours.filter((hour) => nightOf(hour) === nightOf(now))
    const figures = [Math.max(0, ...ofNight.map(peakAt)), 3 * ofNight.length].map(String)
    await expect(night.getByRole('definition')).toHaveText(figures)
  })

  await test.step('the last day, drawn and in numbers', async () => {
    const day = page.getByRole('region', { name: 'Pessoas online nas últimas 24 horas' })
    const last = Array.from({ length: 24 }, (_, index) => now - 23 + index)
    const peaks = last.map((hour) => (hours.includes(hour) ? peakAt(hour) : 0))
    const most = Math.max(...peaks)
    await expect(day.getByRole('img')).toHaveAccessibleName(
      new RegExp(`pico de ${most} pessoas às ${clockOf(last[peaks.indexOf(most)] ?? 0)}h`),
    )
    await day.getByText('Ver em números').click()
    await expect(day.getByRole('cell')).toHaveText(peaks.map(String))
  })

  await test.step('the weeks, drawn and in numbers', async () => {
    const weeks = page.getByRole('region', { name: 'Últimas quatro semanas' })
    await expect(weeks.getByRole('img')).toHaveAccessibleName(
      'Hora mais cheia: noite de sexta, às 23h, com 45 pessoas em média.',
    )
    await weeks.getByText('Ver em números').click()
    for (const [weekday, name] of ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom'].entries()) {
      const row = weeks.getByRole('row').filter({ hasText: name })
      const base = weekday === 4 ? 40 : 10 + weekday
      const expected = Array.from({ length: 24 }, (_, column) => (column + 12) % 24).map((clock) =>
        OPEN.includes(clock) ? String(base + (clock === 23 ? 5 : 0)) : '0',
      )
      await expect(row.getByRole('cell')).toHaveText(expected)
    }
    const drawn = await weeks
      .locator('[data-average]')
      .evaluateAll((cells) => cells.map((cell) => Number(getComputedStyle(cell).opacity)))
    expect(drawn).toHaveLength(7 * 24)
    expect(drawn.filter((opacity) => opacity === 1).length).toBe(7 * 18 + 1)
  })
})

/** Noon in São Paulo is 15:00 UTC. */
function nightOf(hour: number): number {
  return Math.floor((hour - 15) / 24)
}
