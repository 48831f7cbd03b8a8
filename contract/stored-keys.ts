/**
 * Under which the browser keeps what makes a table's page another one than the build has drawn:
 * a visit or a form half filled in, of this tab, and the bars that know the browser.
 */
export const STORED_KEYS = {
  patronSecret: 'patronSecret',
  profileDraft: 'profileDraft',
  deviceKeys: 'deviceKeys',
} as const
