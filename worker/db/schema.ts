import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ACT_KINDS } from '#contract/acts.ts'
import { MEMBER_ROLES } from '#contract/admin.ts'
import { PROOF_KINDS } from '#contract/admin-account.ts'
import { SUBSCRIPTION_PLANS } from '#contract/bar.ts'
import type { PlacedSubscription } from '#contract/notices.ts'
import type { Transport } from '#contract/passkeys.ts'
import { REMOVAL_REASONS } from '#contract/removals.ts'
import { REPORT_REASONS, REPORT_STATES } from '#contract/reports.ts'

/** Mirrors migrations/. Clustered keys and checks exist only in the SQL. */
export const bars = sqliteTable('bars', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  ownerName: text('owner_name'),
  document: text('document'),
  address: text('address').notNull(),
  number: text('number'),
  neighborhood: text('neighborhood'),
  city: text('city').notNull(),
  state: text('state'),
  timeZone: text('time_zone'),
  phone: text('phone'),
  email: text('email'),
  login: text('login').unique(),
  subscriptionPlan: text('subscription_plan', { enum: SUBSCRIPTION_PLANS })
    .notNull()
    .default('trial'),
  description: text('description'),
  tonight: text('tonight'),
  logoUrl: text('logo_url'),
  photoUrls: text('photos_url', { mode: 'json' }).$type<string[]>(),
  coverUrl: text('cover_url'),
  creationKey: text('creation_key').unique(),
  revision: integer('revision').notNull().default(1),
  createdAt: integer('created_at')
    .notNull()
    .default(sql`(CAST(unixepoch('subsec') * 1000 AS INTEGER))`),
  pausedAt: integer('paused_at'),
  entryCodeOn: integer('entry_code_on', { mode: 'boolean' }).notNull().default(false),
  entryCodeUntil: integer('entry_code_until'),
  entryCodeRenewals: integer('entry_code_renewals').notNull().default(0),
  deletedAt: integer('deleted_at'),
})

export const barHours = sqliteTable(
  'bar_hours',
  {
    barId: text('bar_id').notNull(),
    hour: integer('hour').notNull(),
    peak: integer('peak').notNull(),
    visits: integer('visits').notNull(),
    earlierVisits: integer('earlier_visits').notNull(),
    life: integer('life').notNull(),
  },
  (hour) => [primaryKey({ columns: [hour.barId, hour.hour] })],
)

export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash'),
  createdAt: integer('created_at').notNull(),
  passwordSetAt: integer('password_set_at'),
  /** Administrators of the platform have a role here. Owners and staff have null. */
  role: text('role', { enum: ['admin'] }),
  /** Null until somebody besides the person who joined has confirmed the email. */
  emailConfirmedAt: integer('email_confirmed_at'),
  /** When it was removed from a bar, or its bar was erased, the last time. */
  lostBarAt: integer('lost_bar_at'),
})

export const memberships = sqliteTable(
  'memberships',
  {
    accountId: text('account_id').notNull(),
    barId: text('bar_id').notNull(),
    role: text('role', { enum: MEMBER_ROLES }).notNull(),
    since: integer('since').notNull(),
  },
  (member) => [primaryKey({ columns: [member.accountId, member.barId] })],
)

export const invitations = sqliteTable('invitations', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  barId: text('bar_id').notNull(),
  role: text('role', { enum: MEMBER_ROLES }).notNull(),
  madeBy: text('made_by').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

export const adminSessions = sqliteTable('admin_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  accountId: text('account_id').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  deviceLabel: text('device_label'),
  provenAt: integer('proven_at').notNull().default(0),
  openedBy: text('opened_by', { enum: PROOF_KINDS }),
})

export const passkeys = sqliteTable('passkeys', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  credentialId: text('credential_id').notNull().unique(),
  /** COSE, base64url. */
  publicKey: text('public_key').notNull(),
  transports: text('transports', { mode: 'json' }).$type<Transport[]>().notNull(),
  counter: integer('counter').notNull(),
  backupEligible: integer('backup_eligible', { mode: 'boolean' }).notNull(),
  backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
  name: text('name'),
  deviceLabel: text('device_label'),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
  challengedAt: integer('challenged_at').notNull(),
  /** A password link was used since: the passkey opens nothing until the account confirms it. */
  suspendedAt: integer('suspended_at'),
})

export const passwordLinks = sqliteTable('password_links', {
  accountId: text('account_id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  expiresAt: integer('expires_at').notNull(),
  /** It is null if the operator made the link. */
  madeBy: text('made_by'),
})

export const reports = sqliteTable('reports', {
  id: text('id').primaryKey(),
  barId: text('bar_id').notNull(),
  reason: text('reason', { enum: REPORT_REASONS }).notNull(),
  state: text('state', { enum: REPORT_STATES }).notNull(),
  reportedAt: integer('reported_at').notNull(),
  closedAt: integer('closed_at'),
  removalReason: text('removal_reason', { enum: REMOVAL_REASONS }),
  /** Empty in rows from before the column. */
  personId: text('person_id').notNull().default(''),
  /** The place in `REPORT_RANKS`. */
  rank: integer('rank').notNull().default(0),
})

export const sweeps = sqliteTable('sweeps', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
  failed: integer('failed').notNull(),
})

export const staffSubscriptions = sqliteTable(
  'staff_subscriptions',
  {
    barId: text('bar_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    accountId: text('account_id').notNull(),
    subscription: text('subscription', { mode: 'json' }).$type<PlacedSubscription>().notNull(),
  },
  (kept) => [primaryKey({ columns: [kept.barId, kept.tokenHash] })],
)

export const siteState = sqliteTable('site_state', {
  id: integer('id').primaryKey(),
  isStopped: integer('is_stopped', { mode: 'boolean' }).notNull(),
})

export const adminActs = sqliteTable(
  'admin_acts',
  {
    at: integer('at').notNull(),
    id: text('id').notNull(),
    kind: text('kind', { enum: ACT_KINDS }).notNull(),
    accountId: text('account_id').notNull(),
    barId: text('bar_id'),
    personId: text('person_id'),
    memberId: text('member_id'),
    people: integer('people'),
    reason: text('reason', { enum: REMOVAL_REASONS }),
    /** How often it was done within a minute; reports of a person, within an hour. */
    times: integer('times').notNull().default(1),
  },
  (act) => [primaryKey({ columns: [act.at, act.id] })],
)
