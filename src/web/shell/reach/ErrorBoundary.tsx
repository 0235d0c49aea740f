import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: ReactNode }

/**
 * An error boundary: where the children cannot be rendered, it shows the fallback, and the rest of the page goes on.
 */
export class ErrorBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
