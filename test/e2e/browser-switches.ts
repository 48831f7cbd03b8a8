/**
 * Features to disable. Chromium takes only the last such list, so this one repeats Playwright's own
 * (chromiumSwitches.ts); test/e2e/browser.spec.ts compares the two.
 */
const FEATURES_OFF = [
  // Two pages behind the address bar of every window, half a second of a core each time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

const DISABLE_FEATURES = '--disable-features='

export const BROWSER_SWITCHES = [
  `${DISABLE_FEATURES}${FEATURES_OFF.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The features that a command line leaves off. */
export function readFeaturesOff(commandLine: string): string[] {
  const from = commandLine.lastIndexOf(DISABLE_FEATURES)
  if (from < 0) return []
  const list = commandLine.slice(from + DISABLE_FEATURES.length).split(' ', 1)
  return (list[0] ?? '').split(',')
}
