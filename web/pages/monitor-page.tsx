import { ComingSoon } from './coming-soon.tsx'

export function MonitorPage() {
  return <ComingSoon />
}
