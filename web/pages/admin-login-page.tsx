import { ComingSoon } from './coming-soon.tsx'

export function AdminLoginPage() {
  return <ComingSoon />
}
