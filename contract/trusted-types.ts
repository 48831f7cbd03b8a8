/** The only policy that the page may create. Allows scripts of the own origin. */
export const OWN_SCRIPT_POLICY = 'own-script'
