/** The only Trusted Types policy of the page. It allows scripts from the own origin. */
export const OWN_SCRIPT_POLICY = 'own-script'
