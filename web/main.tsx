import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { preloadPages } from './router.tsx'
import './styles/index.css'

const root = document.getElementById('root')
if (root) {
  preloadPages(location.pathname)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
