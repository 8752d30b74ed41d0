import type { SourceKind } from "@uc/contract/identity-sources/kinds"
import type { Services } from "../../../http/services.ts"
import { casProvider } from "./cas.ts"
import { dingtalkProvider } from "./dingtalk.ts"
import { feishuProvider } from "./feishu.ts"
import { oidcProvider } from "./oidc.ts"
import type { Provider, Source } from "./provider.ts"
import { wecomProvider } from "./wecom.ts"

type Providers = Readonly<Record<SourceKind, Provider>>

interface Made {
  readonly ofPlatform: Providers
  readonly ofOthers: Providers
}

const made = new WeakMap<Services, Made>()

/** What asks this source. Each kind is made once for a process: discovery documents are kept for a while. */
export function providerOf(services: Services, { kind, isOfPlatform }: Source): Provider {
  const known = made.get(services) ?? {
    ofPlatform: providersFor(services, true),
    ofOthers: providersFor(services, false),
  }
  made.set(services, known)
  return (isOfPlatform ? known.ofPlatform : known.ofOthers)[kind]
}

function providersFor({ outboundOf, nowMs }: Services, isOfPlatform: boolean): Providers {
  const parts = { outbound: outboundOf({ isOfPlatform }), nowMs }
  return {
    oidc: oidcProvider(parts),
    cas: casProvider(parts),
    wecom: wecomProvider(parts),
    dingtalk: dingtalkProvider(parts),
    feishu: feishuProvider(parts),
  }
}
