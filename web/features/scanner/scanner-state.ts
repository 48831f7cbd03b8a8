import type { Trouble } from './trouble.ts'

export interface ScannerState {
  phase: 'opening' | 'scanning' | 'found' | 'trouble'
  trouble: Trouble | null
  notice: 'refused' | 'nothingInPhoto' | null
  isReadingPhoto: boolean
  /** Null if the camera has no lamp. */
  torch: 'off' | 'on' | null
  canSwitchCamera: boolean
}

export const CLOSED: ScannerState = {
  phase: 'opening',
  trouble: null,
  notice: null,
  isReadingPhoto: false,
  torch: null,
  canSwitchCamera: false,
}

export function change(state: ScannerState, changes: Partial<ScannerState>): ScannerState {
  const isSame = Object.entries(changes).every(
    ([key, value]) => state[key as keyof ScannerState] === value,
  )
  return isSame ? state : { ...state, ...changes }
}
