interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let kept: InstallPrompt | null = null

/** Chromium offers it once, soon after the start: kept for the button that asks. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return
    event.preventDefault()
    kept = event
  })
}

export function canInstall(): boolean {
  return kept !== null
}

/** Asks once: a prompt is good for one answer. */
export function install(): void {
  void kept?.prompt().catch(() => undefined)
  kept = null
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event
}
