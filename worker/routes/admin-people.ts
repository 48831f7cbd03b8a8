import type { Context } from 'hono'
import { Hono } from 'hono'
import type { RevealedPhone } from '#contract/acts.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Cleared, Clearing, PersonNetwork } from '#contract/clearing.ts'
import { CodedError } from '#contract/errors.ts'
import { helpAnswerSchema } from '#contract/help.ts'
import type { Removal } from '#contract/removals.ts'
import { removalRequestSchema } from '#contract/removals.ts'
import { actOf, noteAct } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { hashNetwork } from '#worker/auth/tokens.ts'
import { findLastClearing, keepReveal } from '#worker/db/acts.ts'
import { callObject, callRoom, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { barIdOf, idOf, readJsonBody } from '#worker/http/input.ts'
import { networkOf } from '#worker/http/network.ts'
import { accountOf, barFor } from '#worker/middleware/signed-in.ts'
import type { NetworkOf } from '#worker/room/rpc.ts'

export const adminPeople = new Hono<AppEnv>()
  .get(ADMIN_API.people, async (c) => {
    const granted = await barFor(c, 'clearPeople')
    const last = await findLastClearing(c.env.DB, granted, Date.now())
    const people = await callObject(() => roomOf(c.env, granted.barId).countPeople(), RETRIES)
    return c.json({ people, last } satisfies Clearing)
  })
  .delete(ADMIN_API.people, async (c) => {
    const { barId } = await barFor(c, 'clearPeople')
    const { people } = await callRoom(() => roomOf(c.env, barId).clear())
    await noteAct(c, 'bar_emptied', { barId, people })
    return c.json({ people } satisfies Cleared)
  })
  .post(ADMIN_API.personPhone, async (c) => {
    const { barId } = await barFor(c, 'seePhones')
    const personId = idOf(c, 'personId')
    const { phone } = await callRoom(() => roomOf(c.env, barId).readPhone(personId))
    // A phone is revealed only once its act is stored: unlike a removal, it can wait for D1.
    if (!(await keepReveal(c.env.DB, actOf(c, 'phone_revealed', { barId, personId })))) {
      throw new CodedError('rate_limited', 'too many phones in an hour')
    }
    return c.json({ phone } satisfies RevealedPhone)
  })
  .get(ADMIN_API.personNetwork, async (c) => {
    const { barId } = await barFor(c, 'clearPeople')
    const { personId, askedFrom } = networkAskedFor(c)
    const { people, isOwn } = await callRoom(() =>
      roomOf(c.env, barId).countNetwork(personId, askedFrom),
    )
    return c.json({ people, isOwn } satisfies PersonNetwork)
  })
  .delete(ADMIN_API.personNetwork, async (c) => {
    const { barId } = await barFor(c, 'clearPeople')
    const { personId, askedFrom } = networkAskedFor(c)
    const { people } = await callRoom(() => roomOf(c.env, barId).clearNetwork(personId, askedFrom))
    await noteAct(c, 'network_cleared', { barId, people })
    return c.json({ people } satisfies Cleared)
  })
  .put(ADMIN_API.personHelp, async (c) => {
    const { barId } = await barFor(c, 'answerHelp')
    const personId = idOf(c, 'personId')
    const { id, answer } = await readJsonBody(c.req.raw, helpAnswerSchema)
    const { help } = await callRoom(() => roomOf(c.env, barId).answerHelp(personId, id, answer))
    return c.json({ help })
  })
  .get(ADMIN_API.removals, async (c) => {
    const { barId } = await barFor(c, 'removePeople')
    const removals = await callObject(() => roomOf(c.env, barId).removals(), RETRIES)
    return c.json(removals satisfies Removal[])
  })
  .put(ADMIN_API.removal, async (c) => {
    const { barId } = await barFor(c, 'removePeople')
    const personId = idOf(c, 'personId')
    const { reason } = await readJsonBody(c.req.raw, removalRequestSchema)
    const { personIds } = await callRoom(() =>
      roomOf(c.env, barId).remove(personId, accountOf(c).id, reason),
    )
    const noteOne = (id: string) => noteAct(c, 'person_removed', { barId, personId: id, reason })
    await Promise.all(personIds.map(noteOne))
    return c.body(null, 204)
  })
  .delete(ADMIN_API.removal, async (c) => {
    const { barId } = await barFor(c, 'removePeople')
    const personId = idOf(c, 'personId')
    await callRoom(() => roomOf(c.env, barId).undoRemoval(personId))
    await noteAct(c, 'removal_undone', { barId, personId })
    return c.body(null, 204)
  })

/** The person, and the board's own network as this bar's rooms hash it. */
function networkAskedFor(c: Context<AppEnv>): NetworkOf {
  const askedFrom = hashNetwork(c.env.VISIT_SIGNING_KEY, barIdOf(c), networkOf(c.req.raw))
  return { personId: idOf(c, 'personId'), askedFrom }
}
