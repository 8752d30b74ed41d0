import { createBridgeHost, BridgeRefusal, type HelperCaller, type BridgeHost } from "@uc/bridge/host"
import { invocationOf, type Invocation } from "@uc/bridge/invocation"
import { bridgeMessages, type Method } from "@uc/bridge/protocol"
import { refusalMessages } from "@uc/bridge/refusals"
import { isOperationId } from "@uc/contract/reauth/hosted-operations"
import { domainCalls, type DomainHelper } from "@uc/contract/domains/calls"
import { drawers } from "@uc/contract/drawers/drawers"
import { pickers } from "@uc/contract/pickers/pickers"
import type { BriefUser } from "@uc/contract/account/calls"
import type { DataRouter } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { currentPage, keepCurrentPage } from "../routing/current-page.ts"
import { refreshInForce } from "../../features/domains/domains-in-force.ts"
import { openDialogs } from "../../platform/dialogs/dialogs.ts"
import { openDrawer } from "../../platform/dialogs/drawers.ts"
import { Failure } from "../../platform/http/failure.ts"
import { confirmIdentity } from "../../platform/session/identity.ts"
import { guestIn, type HostedFrame } from "../../features/hosting/hosted-frames.ts"
import { informationList } from "../../features/notices/information.ts"
import { startMonitor, stopMonitor, type MonitorCallback } from "../../features/monitor/monitor-client.ts"
import { pick } from "../../platform/dialogs/pick.ts"
import { send } from "../../platform/http/send.ts"
import { storedUser } from "../../platform/session/session.ts"
import { siteConfigAtHand } from "../../platform/browser/site-config.ts"
import { createHostedPageDialogs } from "./hosted-page-dialogs.ts"
import { pathnameOf, refusalFor } from "./hosted-page-rules.ts"
import { titleOf } from "../routing/place.ts"
import { plainPath } from "../routing/routes.ts"

/** How long the list in force is cached: a removal acts soon, and a busy page makes one request a second. */
const listFreshMs = 1000

/** DOM-7: what a domain must be allowed to use for each. */
const helperFor: Readonly<Record<Method, DomainHelper>> = {
  openPicker: "picker",
  openDrawer: "drawer",
  reauthenticate: "reauth",
  startMonitor: "monitor",
  stopMonitor: "monitor",
  currentUser: "user",
  informationList: "page",
  ticket: "user",
  navigate: "page",
  setTitle: "page",
}

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

/** What a page may do that somebody has left open behind another one: nothing that would come to the front. */
const worksBehind: ReadonlySet<Method> = new Set([
  "currentUser",
  "informationList",
  "ticket",
  "setTitle",
  "stopMonitor",
])

async function ticketFor(origin: string): Promise<string> {
  if (storedUser() === null) throw new BridgeRefusal(bridgeMessages.signedOut)
  const { ticket } = await saidToPage(send(domainCalls.ticket, { origin }))
  return ticket
}

/** The server's sentence is for the author of the page. */
async function saidToPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Failure && error.kind === "refused") throw new BridgeRefusal(error.message)
    throw error
  }
}

/** A page of another site. The portal's own pages may do all that the person may. */
type Stranger = Pick<HelperCaller<HostedFrame>, "origin" | "signal">

const dialogs = createHostedPageDialogs(nowMs)

/** `key`: of the dialog that it opens. */
function asked<T>(stranger: Stranger | null, key: number | null, ask: () => Promise<T>): Promise<T> {
  // DLG-2: one that is open already is not opened again, and its second caller is told so immediately.
  if (stranger === null || openDialogs().some((open) => open.key === key)) return ask()
  return dialogs({ ...stranger, ask })
}

/** DISTRICT-13: only for a page of the origin that has registered it. */
async function proveForOperation(mid: string, stranger: Stranger | null): Promise<boolean> {
  if (stranger === null) throw new BridgeRefusal(refusalMessages.noSuchModule)
  if (storedUser() === null) throw new BridgeRefusal(bridgeMessages.signedOut)
  const { module, name, site } = await saidToPage(
    send(domainCalls.operation, { origin: stranger.origin, mid }),
  )
  const { origin, signal } = stranger
  return asked(stranger, null, () => confirmIdentity(module, { origin, signal, operation: { name, site } }))
}

function goTo(path: string, router: DataRouter, stranger: Stranger | null): Promise<void> {
  const here = plainPath(router.state.location.pathname)
  // Navigating to the present page must not add to the history.
  return router.navigate(path, { replace: stranger !== null && plainPath(pathnameOf(path)) === here })
}

/** DLG-4: what the portal does for a page; all input is checked by now. */
async function performed(
  invocation: Invocation,
  router: DataRouter,
  caller: HelperCaller<HostedFrame> | null,
  tell: MonitorCallback | null,
): Promise<unknown> {
  const stranger = caller && caller.origin !== window.location.origin ? caller : null
  const refusal = stranger && refusalFor(invocation)
  if (refusal !== null) throw new BridgeRefusal(refusal)
  const { frame, origin, signal } = caller ?? {}
  const guest = frame && guestIn(frame)
  const isInFront = guest?.isShown() ?? true
  if (!isInFront && !worksBehind.has(invocation.method)) throw new BridgeRefusal(bridgeMessages.notShown)
  switch (invocation.method) {
    case "openPicker": {
      const { name, options } = invocation
      if (storedUser() === null) throw new BridgeRefusal(bridgeMessages.signedOut)
      const chosen = await asked(stranger, pickers[name].key, () => pick(name, options, signal))
      // Fields that the contract does not have are cut off.
      return chosen === null ? null : pickers[name].result.parse(chosen)
    }
    case "openDrawer": {
      const { name, options } = invocation
      if (storedUser() === null) throw new BridgeRefusal(bridgeMessages.signedOut)
      return asked(stranger, drawers[name].key, () => openDrawer(name, options, signal, stranger?.origin))
    }
    case "reauthenticate":
      if (isOperationId(invocation.mid)) return proveForOperation(invocation.mid, stranger)
      return asked(stranger, null, () => confirmIdentity(invocation.mid, stranger ?? undefined))
    case "startMonitor":
      if (storedUser() === null) throw new BridgeRefusal(bridgeMessages.signedOut)
      startMonitor(invocation.options, tell, signal)
      return true
    case "stopMonitor":
      return stopMonitor(signal)
    case "currentUser":
      return briefUser()
    case "informationList":
      return informationList()
    case "ticket":
      return ticketFor(origin ?? window.location.origin)
    case "navigate":
      return goTo(invocation.path, router, stranger)
    case "setTitle":
      guest?.rename(invocation.title)
      return guest && !guest.namesDocument ? null : rename(invocation.title)
  }
}

/** For the portal's own window and pages of its origin, which reach it directly. */
export async function answerOwn(
  method: Method,
  args: readonly unknown[],
  router: DataRouter,
  onEvent?: MonitorCallback,
): Promise<unknown> {
  const { invocation, sentence } = invocationOf(method, args)
  if (!invocation) throw new BridgeRefusal(sentence)
  return (await performed(invocation, router, null, onEvent ?? null)) ?? null
}

/** DOM-7: what this origin may use; null: it is not in force. The site itself may use everything. */
async function helpersFor(origin: string): Promise<readonly DomainHelper[] | null> {
  if (storedUser() === null) return null
  const { domains } = await refreshInForce(listFreshMs)
  return domains?.get(origin)?.helpers ?? null
}

export function hostBridge(router: DataRouter): BridgeHost<HostedFrame> {
  const isOwn = (origin: string) => origin === window.location.origin
  return createBridgeHost<HostedFrame>({
    window,
    isAllowed: async (origin) => isOwn(origin) || (await helpersFor(origin)) !== null,
    may: async (origin, method) =>
      isOwn(origin) || ((await helpersFor(origin))?.includes(helperFor[method]) ?? false),
    perform: (invocation, by) => performed(invocation, router, by, by.tell),
    warn: (sentence) => console.warn(sentence),
    nowMs,
  })
}
