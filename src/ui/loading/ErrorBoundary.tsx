import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  fallback: ReactNode
  /** Where or when the children are shown: elsewhere, or another time, they are tried again. */
  at?: string
}

/**
 * An error boundary: where the children cannot be rendered, it shows the fallback, and the rest of the page goes on.
 */
export class ErrorBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  /** React also calls this when a kept page is shown again. */
  override componentDidMount() {
    this.#tryAgain()
  }

  override componentDidUpdate({ at }: Props) {
    if (at !== this.props.at) this.#tryAgain()
  }

  #tryAgain() {
    if (this.state.isBroken) this.setState({ isBroken: false })
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
