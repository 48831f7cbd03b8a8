import { expect, test } from 'vitest'
import { SECURITY_TXT } from '#contract/paths.ts'
import { ask, statusOf } from '#test/worker/requests.ts'

const YEAR_MS = 365 * 86_400_000

test.each([
  ['seguranca@brinde.example', 'mailto:seguranca@brinde.example'],
  ['mailto:a@brinde.example', 'mailto:a@brinde.example'],
  ['https://brinde.example/seguranca', 'https://brinde.example/seguranca'],
])(
  'security.txt names the contact %s, and is 404 without one',
  async (SECURITY_CONTACT, contact) => {
    const answer = await ask(SECURITY_TXT, {}, { SECURITY_CONTACT })
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain;charset=UTF-8',
    ])
    const lines = (await answer.text()).trim().split('\n')
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
    expect(fields).toEqual({
      Contact: contact,
      Expires: expect.any(String),
      'Preferred-Languages': 'pt, en',
      Canonical: `https://brinde.test${SECURITY_TXT}`,
    })
    const expires = Date.parse(fields.Expires) - Date.now()
    expect([expires > 0, expires < YEAR_MS]).toEqual([true, true])
    expect(await statusOf(ask(SECURITY_TXT, {}, { SECURITY_CONTACT: '' }))).toBe(404)
  },
)
