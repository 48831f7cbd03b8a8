/** The one policy that the page may create. It lets through scripts of our own origin, nothing else. */
export const OWN_SCRIPT_POLICY = 'own-script'
