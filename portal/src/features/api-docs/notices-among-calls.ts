import type { ApiDocument } from "@uc/contract/api-docs/api-document"

/**
 * SSO-6: Swagger UI draws what is sent to applications below all calls, and leaves its group empty. Handed over as calls to an address that
 * the application has named, each stands in its group.
 */
export function noticesAmongCalls({ webhooks, paths, ...document }: ApiDocument): ApiDocument {
  const notices = Object.entries(webhooks).map(([name, notice]) => [`接收地址（${name}）`, notice] as const)
  return { ...document, paths: { ...paths, ...Object.fromEntries(notices) }, webhooks: {} }
}
