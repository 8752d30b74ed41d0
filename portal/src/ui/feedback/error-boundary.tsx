import { Component, createContext, type ErrorInfo, type ReactNode } from "react"

/** How a person is told about something that is gone from the screen; the application provides it. */
export const TellContext = createContext<(sentence: string) => void>(() => undefined)

interface ErrorBoundaryProps {
  /** What it is around, for the console. */
  readonly place: string
  /** What stands there instead; `retry` draws what was inside anew. Without it nothing does. */
  readonly renderBroken?: (retry: () => void) => ReactNode
  readonly onError?: () => void
  /** When it is another one, what is inside may well be drawn again. */
  readonly drawnFrom?: unknown
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly isBroken: boolean
  readonly drawnFrom: unknown
}

/** BARE-20: without one, an exception while something is drawn takes the whole portal off the screen. */
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
