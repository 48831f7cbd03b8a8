import type { ReactNode } from 'react'
import { Component } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from './features/brand/layout.tsx'
import { Button } from './ui/button.tsx'

export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true }
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children
    return (
      <Layout className="items-center justify-center gap-6 text-center">
        <h1 className="font-display font-semibold text-2xl">{sharedTexts.crashed}</h1>
        <Button size="lg" onClick={() => location.reload()}>
          {sharedTexts.crashedRetry}
        </Button>
      </Layout>
    )
  }
}
