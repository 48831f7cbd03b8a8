import * as v from 'valibot'
import { get, patch, post } from './endpoint.ts'
import { enteredSchema, recognisedSchema } from './entered.ts'
import { ownDataSchema } from './own-data.ts'
import { API } from './paths.ts'
import { ownPersonSchema } from './person.ts'
import { deviceKeyRequestSchema, editRequestSchema, enterRequestSchema } from './profile-form.ts'
import { reportRequestSchema } from './reports.ts'

/** The endpoints of patrons' forms, apart because list and chat do not load the forms' schemas (B1). */
export const FORM_ENDPOINTS = {
  /** The returned secret proves the profile. It is sent only once. */
  enter: post(API.people, { body: enterRequestSchema, answer: enteredSchema }),
  /** Throws `person_not_found` if this browser has no profile in the bar any more. */
  recognise: post(API.recognise, { body: deviceKeyRequestSchema, answer: recognisedSchema }),
  /** Issues another secret for the profile that this browser created here. */
  continueVisit: post(API.continue, { body: deviceKeyRequestSchema, answer: enteredSchema }),
  readOwnData: get(API.visit, { answer: ownDataSchema }),
  editProfile: patch(API.visit, {
    body: editRequestSchema,
    answer: v.object({ person: ownPersonSchema }),
  }),
  /** Blocks too. Idempotent by its attempt. */
  report: post(API.reports, { body: reportRequestSchema }),
} as const
