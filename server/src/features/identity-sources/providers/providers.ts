import type { SourceKind } from "@uc/contract/identity-sources/kinds"
import type { Services } from "../../../http/services.ts"
import { casProvider } from "./cas.ts"
import { dingtalkProvider } from "./dingtalk.ts"
import { feishuProvider } from "./feishu.ts"
import { oidcProvider } from "./oidc.ts"
import type { Provider } from "./provider.ts"
import { wecomProvider } from "./wecom.ts"

type Providers = Readonly<Record<SourceKind, Provider>>

const made = new WeakMap<Services, Providers>()

/** Each once for a process: discovery documents are kept for a while. */
export function providersOf(services: Services): Providers {
  const known = made.get(services)
  if (known) return known
  const providers: Providers = {
    oidc: oidcProvider(services),
    cas: casProvider(services),
    wecom: wecomProvider(services),
    dingtalk: dingtalkProvider(services),
    feishu: feishuProvider(services),
  }
  made.set(services, providers)
  return providers
}
