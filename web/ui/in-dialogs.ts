import type { ReactNode } from 'react'
import { createContext } from 'react'

/** Drawn in every dialog: whatever is not inside an open dialog is inert. */
export const InDialogs = createContext<ReactNode>(null)
