/**
 * Under which the browser keeps what makes a table's page another one than the build has drawn:
 * a visit or a form half filled in, of this tab, and the bars that know the browser.
 */
export const PATRON_SECRET_KEY = 'patronSecret'
export const PROFILE_DRAFT_KEY = 'profileDraft'
export const DEVICE_KEYS_KEY = 'deviceKeys'
