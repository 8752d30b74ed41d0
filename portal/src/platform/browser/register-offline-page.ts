import { offlineWorkerFile } from "@uc/contract/core/offline"
import { portalBase } from "@uc/contract/core/site-defaults"

/** BROWSER-16. There are no service workers on plain http, and none in development, where pages change under them. */
export function registerOfflinePage(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!import.meta.env.PROD || !window.isSecureContext || !workers) return
  // Refused with a certificate that the browser does not trust: then there is no such page.
  workers.register(portalBase + offlineWorkerFile, { updateViaCache: "none" }).catch(() => undefined)
}
