import { Outlet } from 'react-router'

export function BarLayout() {
  return <Outlet />
}
