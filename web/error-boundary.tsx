import type { ReactNode } from 'react'
import { Component } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from './features/brand/layout.tsx'
import { Button } from './ui/button.tsx'

interface ErrorBoundaryProps {
  /** Another place draws the children again. */
  place?: string
  children: ReactNode
}

interface ErrorBoundaryState {
  place: string | undefined
  crashed: boolean
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { place: this.props.place, crashed: false }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { crashed: true }
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return place === state.place ? null : { place, crashed: false }
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
