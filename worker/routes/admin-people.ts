import type { Context } from 'hono'
import { Hono } from 'hono'
import type { ActKind, RevealedPhone } from '#contract/acts.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Cleared, Clearing, PersonNetwork } from '#contract/clearing.ts'
import { CodedError } from '#contract/errors.ts'
import type { Removal } from '#contract/removals.ts'
import type { About } from '#worker/acts.ts'
import { actOf, noteAct } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { hashNetwork } from '#worker/auth/tokens.ts'
import { findLastClearing, keepReveal } from '#worker/db/acts.ts'
import {
  callObject,
  callOnce,
  callRoom,
  isRetryable,
  RETRIES,
  roomOf,
} from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { barIdOf, idOf, readJsonBody } from '#worker/http/input.ts'
import { networkOf } from '#worker/http/network.ts'
import { accountOf, barFor } from '#worker/middleware/signed-in.ts'
import { toHelperName } from '#worker/policy/helper-name.ts'
import type { NetworkOf } from '#worker/room/rpc.ts'

export const adminPeople = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.readClearing), async (c) => {
    const granted = await barFor(c, 'countVisits')
    const last = await findLastClearing(c.env.DB, granted, Date.now())
    const people = await callObject(() => roomOf(c.env, granted.barId).countPeople(), RETRIES)
    return c.json({ people, last } satisfies Clearing)
  })
  .on(...at(ADMIN_ENDPOINTS.emptyBar), async (c) => {
    const { barId } = await barFor(c, 'endVisits')
    const counted = await callObject(() => roomOf(c.env, barId).countPeople(), RETRIES)
    const clearing = callOnce(() => roomOf(c.env, barId).clear())
    const { people } = await noteIfLost(c, 'bar_emptied', { barId, people: counted }, clearing)
    await noteAct(c, 'bar_emptied', { barId, people })
    return c.json({ people } satisfies Cleared)
  })
  .on(...at(ADMIN_ENDPOINTS.revealPhone), async (c) => {
    const { barId } = await barFor(c, 'seePhones')
    const personId = idOf(c, 'personId')
    const { phone } = await callRoom(() => roomOf(c.env, barId).readPhone(personId))
    // A phone is revealed only once its act is stored: unlike a removal, it can wait for D1.
    if (!(await keepReveal(c.env.DB, actOf(c, 'phone_revealed', { barId, personId })))) {
      throw new CodedError('rate_limited', 'too many phones in an hour')
    }
    return c.json({ phone } satisfies RevealedPhone)
  })
  .on(...at(ADMIN_ENDPOINTS.readNetwork), async (c) => {
    const { barId } = await barFor(c, 'countVisits')
    const { personId, askedFrom } = networkAskedFor(c)
    const { people, isOwn } = await callRoom(() =>
      roomOf(c.env, barId).countNetwork(personId, askedFrom),
    )
    return c.json({ people, isOwn } satisfies PersonNetwork)
  })
  .on(...at(ADMIN_ENDPOINTS.clearNetwork), async (c) => {
    const { barId } = await barFor(c, 'endVisits')
    const { personId, askedFrom } = networkAskedFor(c)
    const counted = await callRoom(() => roomOf(c.env, barId).countNetwork(personId, askedFrom))
    const clearing = callOnce(() => roomOf(c.env, barId).clearNetwork(personId, askedFrom))
    const about = { barId, people: counted.people }
    const { people } = await noteIfLost(c, 'network_cleared', about, clearing)
    await noteAct(c, 'network_cleared', { barId, people })
    return c.json({ people } satisfies Cleared)
  })
  .on(...at(ADMIN_ENDPOINTS.answerHelp), async (c) => {
    const { account, barId } = await barFor(c, 'answerHelp')
    const personId = idOf(c, 'personId')
    const helper = toHelperName(account, barId)
    const { id, answer } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.answerHelp.body)
    const { help } = await callRoom(() =>
      roomOf(c.env, barId).answerHelp(personId, id, answer, helper),
    )
    return c.json({ help })
  })
  .on(...at(ADMIN_ENDPOINTS.confirmHelp), async (c) => {
    const { barId } = await barFor(c, 'answerHelp')
    const { ids } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.confirmHelp.body)
    await callObject(() => roomOf(c.env, barId).noteHelpShown(ids))
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.listRemovals), async (c) => {
    const { barId } = await barFor(c, 'removePeople')
    const removals = await callObject(() => roomOf(c.env, barId).removals(), RETRIES)
    return c.json(removals satisfies Removal[])
  })
  .on(...at(ADMIN_ENDPOINTS.removePerson), async (c) => {
    const { barId } = await barFor(c, 'removePeople')
    const personId = idOf(c, 'personId')
    const { reason } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.removePerson.body)
    const { personIds, at: removedAt } = await callRoom(() =>
      roomOf(c.env, barId).remove(personId, accountOf(c).id, reason),
    )
    // A repeat finds the act of this removal.
    const noteOne = (id: string) =>
      noteAct(c, 'person_removed', { id, at: removedAt, barId, personId: id, reason })
    await Promise.all(personIds.map(noteOne))
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.undoRemoval), async (c) => {
    const { barId } = await barFor(c, 'removePeople')
    const personId = idOf(c, 'personId')
    const about = { barId, personId }
    const undoing = callOnce(() => roomOf(c.env, barId).undoRemoval(personId))
    await noteIfLost(c, 'removal_undone', about, undoing)
    await noteAct(c, 'removal_undone', about)
    return c.body(null, 204)
  })

/**
 * Notes the act although the answer of the room was lost: the room may have done it, and would find nothing
 * to do if it was asked again.
 */
async function noteIfLost<T>(
  c: Context<AppEnv>,
  kind: ActKind,
  about: About,
  asking: Promise<T>,
): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (isRetryable(error)) await noteAct(c, kind, about)
    throw error
  }
}

/** The person, and the board's own network as this bar's rooms hash it. */
function networkAskedFor(c: Context<AppEnv>): NetworkOf {
  const askedFrom = hashNetwork(c.env.VISIT_SIGNING_KEY, barIdOf(c), networkOf(c.req.raw))
  return { personId: idOf(c, 'personId'), askedFrom }
}
