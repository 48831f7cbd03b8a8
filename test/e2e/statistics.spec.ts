import { address } from '#contract/address.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { toHour } from '#contract/bar-hours.ts'
import { PAGES } from '#contract/pages.ts'
import { FULL_BAR } from '#test/fakes/admin-data.ts'
import { NOW } from '#test/fakes/people.ts'
import { expect, test } from './e2e.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

test('the hours of a bar appear in the night, the last day and the weeks', async ({
  fake,
  page,
}) => {
  // A Friday, 23 h in São Paulo.
  const now = toHour(NOW)
  const hours = [
    // The bar is older than the weeks that are shown.
    { hour: now - 29 * 24, peak: 1, visits: 1 },
    { hour: now - 7 * 24 - 1, peak: 20, visits: 5 },
    { hour: now - 7 * 24, peak: 40, visits: 9 },
    { hour: now - 1, peak: 13, visits: 3 },
    { hour: now, peak: 45, visits: 9 },
  ]
  await fake.signIn({ bars: [] })
  await fake.answer(address(ADMIN_API.bar, { barId: FULL_BAR.id }), FULL_BAR)
  await fake.answer(address(ADMIN_API.hours, { barId: FULL_BAR.id }), { now, hours })
  await fake.open(address(PAGES.statistics, { [BAR_PARAMETER]: FULL_BAR.id }))

  const night = page.getByRole('region', { name: 'Esta noite' })
  await expect(night.getByRole('definition')).toHaveText(['45', '12'])

  const day = page.getByRole('region', { name: 'Pessoas online nas últimas 24 horas' })
  await expect(day.getByRole('img')).toHaveAccessibleName(/pico de 45 pessoas às 23h/)
  await day.getByText('Ver em números').click()
  await expect(day.getByRole('cell')).toHaveText([...Array<string>(22).fill('0'), '13', '45'])

  const weeks = page.getByRole('region', { name: 'Últimas quatro semanas' })
  await expect(weeks.getByRole('img')).toHaveAccessibleName(
    'Hora mais cheia: noite de sexta, às 23h, com 10 pessoas em média.',
  )
  await weeks.getByText('Ver em números').click()
  // A night begins at noon.
  const friday = [...Array<string>(10).fill('0'), '5', '10', ...Array<string>(12).fill('0')]
  await expect(weeks.getByRole('row').filter({ hasText: 'Sex' }).getByRole('cell')).toHaveText(
    friday,
  )
  await expect(weeks.locator('[data-average]')).toHaveCount(7 * 24)
  await expect(weeks.locator('[data-average="10"]')).toHaveCSS('opacity', '1')
  await expect(weeks.locator('[data-average="5"]')).toHaveCSS('opacity', '0.59')
})
