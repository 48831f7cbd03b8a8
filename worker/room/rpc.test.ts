import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUpgradeQuery } from '#contract/upgrade-query.ts'
import { anyText, SEED } from '#test/fakes/generated.ts'
import { runs } from '#test/worker/runs.ts'
import { readUpgrade, upgradeHeaders } from './rpc.ts'

const visit = {
  barId: 'K7M2QX',
  personId: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001',
  secretHash: 'A'.repeat(43),
  expiresAt: 1_800_000_000_000,
}

test('T44 the room reads from the headers exactly the upgrade that the Worker wrote', () => {
  const epoch = fc.oneof(anyText, fc.uuid())
  const number = fc.oneof(anyText, fc.nat().map(String))
  const chat = fc.oneof(anyText, fc.uuid())
  fc.assert(
    fc.property(epoch, number, anyText, chat, (epoch, number, frames, chat) => {
      const query = readUpgradeQuery({ epoch, number, frames, chat })
      const upgrade = { visit, ...query, network: 'x', wideNetwork: null }
      const headers = upgradeHeaders(upgrade)
      // A header may hold only printable ASCII.
      expect(Object.values(headers).join()).toMatch(/^[ -~]*$/)
      expect(readUpgrade(new Headers(headers))).toEqual(upgrade)
    }),
    { seed: SEED, numRuns: runs(300, 100_000) },
  )
})
