import type { DataRouter } from "react-router"
import { useLoading } from "../../platform/browser/loading.ts"
import { useProgress } from "../../platform/browser/progress.ts"
import { dismissToast, useToasts } from "../../platform/browser/toast.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { LoadingOverlay } from "../../ui/feedback/loading-overlay.tsx"
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx"
import { ToastHost } from "../../ui/feedback/toast-host.tsx"
import { DialogHost } from "../dialogs/dialog-host.tsx"
import { IdentityHost } from "../dialogs/identity-host.tsx"
import { MonitorHost } from "../monitor/monitor-host.tsx"

/** Shown above every page, the login page included: so it imports nothing of the component library. */
export function ShellHosts({ router }: { readonly router: DataRouter }) {
  const isRunning = useProgress()
  const isLoading = useLoading()
  const toasts = useToasts()
  return (
    <>
      <MonitorHost router={router} />
      <DialogHost router={router} />
      <IdentityHost router={router} />
      <ErrorBoundary place="progress" drawnFrom={isRunning}>
        <ProgressBar isRunning={isRunning} />
      </ErrorBoundary>
      <ErrorBoundary place="loading" drawnFrom={isLoading}>
        <LoadingOverlay isShown={isLoading} />
      </ErrorBoundary>
      <ErrorBoundary place="messages" drawnFrom={toasts}>
        <ToastHost toasts={toasts} onClose={dismissToast} />
      </ErrorBoundary>
    </>
  )
}
