import { createBridgeHost, BridgeRefusal, type BridgeHost } from "@uc/bridge/host"
import { invocationOf, type Invocation } from "@uc/bridge/invocation"
import { bridgeMessages, type Method } from "@uc/bridge/protocol"
import { domainOrigins } from "@uc/contract/domain-address"
import { domainCalls } from "@uc/contract/domains"
import { pickers } from "@uc/contract/pickers"
import type { BriefUser } from "@uc/contract/session"
import type { DataRouter } from "react-router"
import { nowMs } from "../platform/clock.ts"
import { currentPage, keepCurrentPage } from "../platform/current-page.ts"
import { openDrawer } from "../platform/drawers.ts"
import { confirmIdentity } from "../platform/identity.ts"
import type { HostedFrame } from "../platform/hosted-frames.ts"
import { pick } from "../platform/pick.ts"
import { send } from "../platform/send.ts"
import { storedUser } from "../platform/session.ts"
import { siteConfigAtHand } from "../platform/site-config.ts"
import { titleOf } from "./place.ts"

/** How long the list of authorised domains is repeated out of memory. */
const listFreshMs = 5000

function briefUser(): BriefUser | null {
  const user = storedUser()
  if (!user) return null
  const { id, orgid, orgname, areaid, areaname, usertype } = user
  return { jid: id, orgid, orgname, areaid, areaname, usertype }
}

function rename(title: string): void {
  keepCurrentPage({ ...currentPage(), title })
  document.title = titleOf(currentPage(), siteConfigAtHand().brand.name)
}

/** DLG-4: what the portal does for a page; by now everything that the page said has been checked. */
async function performed(
  invocation: Invocation,
  router: DataRouter,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  switch (invocation.method) {
    case "openPicker": {
      const { name, options } = invocation
      if (storedUser() === null) throw new BridgeRefusal(bridgeMessages.signedOut)
      const chosen = await pick(name, options, signal)
      // What a picker knows besides is not the page's.
      return chosen === null ? null : pickers[name].result.parse(chosen)
    }
    case "openDrawer":
      if (storedUser() === null) throw new BridgeRefusal(bridgeMessages.signedOut)
      return openDrawer(invocation.name, invocation.options, signal)
    case "reauthenticate":
      return confirmIdentity(invocation.mid)
    case "startMonitor":
      // WARN-1 to WARN-8 stand here once the monitor does.
      throw new BridgeRefusal(bridgeMessages.noMonitor)
    case "currentUser":
      return briefUser()
    case "navigate":
      return router.navigate(invocation.path)
    case "setTitle":
      return rename(invocation.title)
  }
}

/** For the portal's own window and pages of its origin, which reach it directly. */
export async function answerOwn(
  method: Method,
  args: readonly unknown[],
  router: DataRouter,
): Promise<unknown> {
  const { invocation, sentence } = invocationOf(method, args)
  if (!invocation) throw new BridgeRefusal(sentence)
  return (await performed(invocation, router, undefined)) ?? null
}

/** DOM-7: the site itself, and what is on the list of the user's organisation. */
function listedOrigins(): (origin: string) => Promise<boolean> {
  let known: { readonly untilMs: number; readonly origins: Promise<ReadonlySet<string>> } | undefined
  async function ask(): Promise<ReadonlySet<string>> {
    const { domainList } = await send(domainCalls.list, {})
    return new Set(domainList.flatMap(({ domainIp }) => domainOrigins(domainIp)))
  }
  return async (origin) => {
    if (origin === window.location.origin) return true
    if (storedUser() === null) return false
    if (!known || known.untilMs <= nowMs()) known = { untilMs: nowMs() + listFreshMs, origins: ask() }
    try {
      return (await known.origins).has(origin)
    } catch (error) {
      known = undefined
      throw error
    }
  }
}

export function hostBridge(router: DataRouter): BridgeHost<HostedFrame> {
  return createBridgeHost<HostedFrame>({
    window,
    isAllowed: listedOrigins(),
    // Which page may use which helper is not written anywhere yet: whoever is on the list may use all of them.
    may: () => true,
    perform: (invocation, { signal }) => performed(invocation, router, signal),
    warn: (sentence) => console.warn(sentence),
    nowMs,
  })
}
