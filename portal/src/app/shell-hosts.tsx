import type { DataRouter } from "react-router"
import { useLoading } from "../platform/loading.ts"
import { useProgress } from "../platform/progress.ts"
import { dismissToast, useToasts } from "../platform/toast.ts"
import { LoadingOverlay } from "../ui/loading-overlay.tsx"
import { ProgressBar } from "../ui/progress-bar.tsx"
import { ToastHost } from "../ui/toast-host.tsx"
import { DialogHost } from "./dialog-host.tsx"
import { IdentityHost } from "./identity-host.tsx"
import { MonitorHost } from "./monitor-host.tsx"

/** What may stand above every page, the login page included: so nothing of the component library is in it. */
export function ShellHosts({ router }: { readonly router: DataRouter }) {
  return (
    <>
      <MonitorHost />
      <DialogHost router={router} />
      <IdentityHost router={router} />
      <ProgressBar isRunning={useProgress()} />
      <LoadingOverlay isShown={useLoading()} />
      <ToastHost toasts={useToasts()} onClose={dismissToast} />
    </>
  )
}
