/** Whether the clipboard has it. `shown` is the element that shows the same text. */
export async function copyText(text: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(shown)
  }
}

// Without HTTPS a browser has no clipboard; the old command still works, and if not, the text is
// selected for the person to copy.
function copySelected(shown: Element | null): boolean {
  if (!shown) return false
  getSelection()?.selectAllChildren(shown)
  return document.execCommand('copy')
}
