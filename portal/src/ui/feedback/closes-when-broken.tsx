import { use, type ComponentType, type ReactNode } from "react"
import { ErrorBoundary, TellContext } from "./error-boundary.tsx"

export const windowBroken = "窗口出现异常，已关闭，请重新打开"

/**
 * BARE-20: a dialog or drawer that can't be drawn closes as if the person had closed it, with a message. It wraps the
 * component that shows the dialog and not `Modal`: errors before `Modal` is reached count too, and `onClose` is here
 * still the opener's own, which asks nothing.
 */
export function closesWhenBroken<Props extends { readonly onClose: () => void }>(
  Dialog: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function ClosesWhenBroken(props: Props) {
    const tell = use(TellContext)
    return (
      <ErrorBoundary
        place={Dialog.displayName ?? Dialog.name}
        onError={() => {
          tell(windowBroken)
          props.onClose()
        }}
      >
        <Dialog {...props} />
      </ErrorBoundary>
    )
  }
}
