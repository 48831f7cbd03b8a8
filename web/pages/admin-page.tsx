import { ComingSoon } from './coming-soon.tsx'

export function AdminPage() {
  return <ComingSoon />
}
