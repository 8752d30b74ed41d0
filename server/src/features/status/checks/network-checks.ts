import { finding, type Finding } from "./finding.ts"

export interface ProxyFacts {
  readonly host: string
  readonly staticAddress: string | null
  readonly trustedProxies: number
  /** The request of whoever looks at the page; null: there is none (`npm run doctor`). */
  readonly request: { readonly origin: string; readonly ip: string } | null
}

const loopbackNames = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i

/** OPS-4: TRUST_PROXY against STATIC_ADDRESS and, where there is a request, against what the proxy has really sent. */
export function checkProxy({ host, staticAddress, trustedProxies: count, request }: ProxyFacts): Finding {
  const site = staticAddress === null ? null : new URL(staticAddress)
  const isOwnMachine = site !== null && loopbackNames.test(site.hostname)
  if (request && site?.protocol === "https:" && request.origin.startsWith("http:"))
    return finding("proxy", "proxy.noProtocol")
  if (request && count > 0 && site !== null && !isOwnMachine && loopbackNames.test(request.ip))
    return finding("proxy", "proxy.noAddress")
  if (site?.protocol === "http:" && !isOwnMachine) return finding("proxy", "proxy.plain")
  if (count > 0) return finding("proxy", request && site ? "proxy.ok" : "proxy.trusted", { count })
  if (site === null && !loopbackNames.test(host)) return finding("proxy", "proxy.open", { host })
  return finding("proxy", "proxy.none")
}

export type ReachFacts =
  | { readonly at: "reached"; readonly host: string }
  | { readonly at: "unreachable"; readonly host: string; readonly reason: string }

/** `null`: none is configured. */
export function checkSms(facts: ReachFacts | null, isDemo: boolean): Finding {
  if (facts === null) return finding("sms", isDemo ? "sms.screen" : "sms.none")
  if (facts.at === "reached") return finding("sms", "sms.ok", { host: facts.host })
  return finding("sms", "sms.unreachable", { host: facts.host, reason: facts.reason })
}

export function checkWebhook(facts: ReachFacts | null): Finding {
  if (facts === null) return finding("webhook", "webhook.none")
  if (facts.at === "reached") return finding("webhook", "webhook.ok", { host: facts.host })
  return finding("webhook", "webhook.unreachable", { host: facts.host, reason: facts.reason })
}
