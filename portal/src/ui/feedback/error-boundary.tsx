import { Component, createContext, type ErrorInfo, type ReactNode } from "react"

/** How a message about a removed part is shown; the application provides it. */
export const TellContext = createContext<(sentence: string) => void>(() => undefined)

interface ErrorBoundaryProps {
  /** The name of what is inside, for the console. */
  readonly place: string
  /** What is shown instead; `retry` draws the inside again. Without it nothing is. */
  readonly renderBroken?: (retry: () => void) => ReactNode
  readonly onError?: () => void
  /** When it changes, the inside is drawn again. */
  readonly drawnFrom?: unknown
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly isBroken: boolean
  readonly drawnFrom: unknown
}

/** BARE-20: without a boundary, an exception while drawing removes the whole portal from the screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { isBroken: false, drawnFrom: this.props.drawnFrom }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ drawnFrom }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return Object.is(drawnFrom, state.drawnFrom) ? null : { isBroken: false, drawnFrom }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(`Could not be drawn: ${this.props.place}`, error, componentStack)
    this.props.onError?.()
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return this.props.renderBroken?.(() => this.setState({ isBroken: false })) ?? null
  }
}
