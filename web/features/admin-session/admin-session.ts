import { useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { AdminUser, WhoIsSignedIn } from '#contract/admin.ts'
import { adminUserSchema } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { PAGES } from '#contract/pages.ts'
import { ACCESS_REVIEWED_KEY, NEW_DEVICE_SEEN_KEY } from '#contract/stored-keys.ts'
import { sessionPrompt } from '#web/api/admin-call.ts'
import { call } from '#web/api/call.ts'
import { barFormItem } from '#web/session/kept-bar-form.ts'
import { storedItem, useStored } from '#web/session/stored-item.ts'
import { useAsked } from '#web/ui/use-asked.ts'

/** Paints the shell and proves nothing: the session is a cookie that scripts cannot read. */
export const adminUserItem = storedItem('admin', adminUserSchema, () => localStorage)

/** The last sign-in from a new device that this browser has shown, or is itself. */
const newDeviceSeenItem = storedItem(
  NEW_DEVICE_SEEN_KEY,
  v.object({ accountId: v.string(), at: v.number() }),
  () => localStorage,
)

/** The last password link after which this browser has shown who may enter. */
const accessReviewedItem = storedItem(
  ACCESS_REVIEWED_KEY,
  v.object({ accountId: v.string(), since: v.number() }),
  () => localStorage,
)

export type AdminSession = ReturnType<typeof useAdminSession>

type SessionStatus = 'asking' | 'unreachable' | 'signedIn' | 'signedOut'

/** Paints the shell from the stored user until the server answers. */
export function useAdminSession() {
  const user = useStored(adminUserItem)
  const { value, hasFailed } = useAsked(askWhoIsSignedIn, { again: true })
  const [isForgotten, setIsForgotten] = useState(false)
  const [newDeviceAt, setNewDeviceAt] = useState<number | null>(null)
  const [reviewSince, setReviewSince] = useState<number | null>(null)
  const question = useSyncExternalStore(sessionPrompt.subscribe, sessionPrompt.question)

  useEffect(() => {
    if (!value?.user) return
    const { user, newDevice, reviewSince } = value
    if (newDevice) setNewDeviceAt(unseen(user.id, newDevice))
    setReviewSince(isReviewed(user.id, reviewSince) ? null : reviewSince)
    sessionPrompt.confirm()
  }, [value])
  useEffect(() => () => sessionPrompt.end(), [])

  return {
    user,
    status: isForgotten ? 'signedOut' : toStatus(value, hasFailed),
    question,
    newDeviceAt,
    isReviewDue: reviewSince !== null,
    closeReview: () => {
      if (user && reviewSince) accessReviewedItem.write({ accountId: user.id, since: reviewSince })
      setReviewSince(null)
    },
    closeNewDevice: () => {
      if (user && newDeviceAt) newDeviceSeenItem.write({ accountId: user.id, at: newDeviceAt })
      setNewDeviceAt(null)
    },
    forget: () => {
      forgetAdmin()
      setIsForgotten(true)
    },
  }
}

function toStatus(value: WhoIsSignedIn | undefined, hasFailed: boolean): SessionStatus {
  if (value) return value.user ? 'signedIn' : 'signedOut'
  return hasFailed ? 'unreachable' : 'asking'
}

function unseen(
  accountId: string,
  { at, isOwn }: NonNullable<WhoIsSignedIn['newDevice']>,
): number | null {
  if (isOwn) newDeviceSeenItem.write({ accountId, at })
  const seen = newDeviceSeenItem.read()
  return seen?.accountId === accountId && seen.at >= at ? null : at
}

function isReviewed(accountId: string, since: number | null): boolean {
  const reviewed = accessReviewedItem.read()
  return reviewed?.accountId === accountId && reviewed.since === since
}

/** Null until the server has answered. */
export function useSignedIn(): WhoIsSignedIn | null {
  const { value, hasFailed } = useAsked(askWhoIsSignedIn)
  // On failure the form is shown: its own error says more.
  return value ?? (hasFailed ? NOBODY : null)
}

const NOBODY: WhoIsSignedIn = { user: null, firstRun: null, newDevice: null, reviewSince: null }

/** Also stores who is signed in, unless aborted meanwhile. */
async function askWhoIsSignedIn(signal: AbortSignal): Promise<WhoIsSignedIn> {
  const answer = await call(ADMIN_ENDPOINTS.readSession, {})
  if (signal.aborted) return NOBODY
  if (answer.user) adminUserItem.write(answer.user)
  else forgetAdmin()
  return answer
}

function forgetAdmin(): void {
  adminUserItem.remove()
  barFormItem.remove()
}

/** Leads on after a sign-in: registering bars is for administrators alone. */
export function homeOf({ role }: AdminUser): string {
  return role === 'admin' ? PAGES.admin : PAGES.monitor
}
