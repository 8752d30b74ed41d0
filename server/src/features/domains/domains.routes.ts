import { createHash } from "node:crypto"
import {
  domainCalls,
  domainLimits,
  domainMessages,
  domainTakenMessage,
  helpersOf,
  type ListedDomain,
} from "@uc/contract/domains/calls"
import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { domainsInForce } from "./domains-in-force.ts"
import { unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { Refusal } from "../../errors/refusal.ts"
import { isAdministered, mustAdminister } from "../../session/reach.ts"
import { addressKey } from "../../security/address-key.ts"
import { issueGuestTicket, redeemGuestTicket, renewSecret } from "./guest-tickets.ts"
import { countOne, quotaWait, takeQuota } from "../../security/quota.ts"
import { domainSheets } from "./domain-export.ts"
import { keepSeen, refusedOrigins } from "./domain-uses.ts"
import { domainsOf, removeDomain, saveDomain, type Saved } from "./domains.store.ts"

export const domainRoutes = implementCalls(domainCalls, ({ database }) => ({
  list: async (_input, { db, user: signedIn }) => {
    const { user } = signedIn
    const domainList = await domainsOf(db, user.orgid)
    // Uses and refusals are for those who manage the list.
    if (!isAdministered(signedIn, user.orgid))
      return { domainList: domainList.map((row) => ({ ...row, lastUsedAt: null })), refusedOrigins: [] }
    const listed = domainList.flatMap(({ origins }) => origins)
    return { domainList, refusedOrigins: await refusedOrigins(db, user.orgid, listed) }
  },

  exportList: async (_input, context) => {
    const org = mustAdministerDomains(context)
    const domains = await domainsOf(context.db, org)
    const listed = domains.flatMap(({ origins }) => origins)
    const sheets = domainSheets(domains, await refusedOrigins(context.db, org, listed))
    return exportedFile(context, { action: "domains.exportList", name: "授权域名", sheets })
  },

  save: async ({ id, name, domainIp, helpers, version }, context) => {
    const org = mustAdministerDomains(context)
    const chosen = helpers === undefined ? undefined : helpersOf(helpers)
    const saved = await saveDomain(context.db, org, { id, name, domainIp, helpers: chosen, version })
    if (saved.is !== "saved") throw refusalOf(saved)
    const { before, after } = saved
    context.note({ id: after.id, before: before && shownInLog(before), after: shownInLog(after) })
    return after
  },

  remove: async ({ id }, context) => {
    const before = await removeDomain(context.db, mustAdministerDomains(context), id)
    if (!before) throw new Refusal(domainMessages.gone, { status: 409 })
    context.note({ id, before: shownInLog(before), after: null })
    return {}
  },

  renewSecret: async ({ id }, context) => {
    const secret = await renewSecret(context.db, mustAdministerDomains(context), id)
    if (secret === null) throw new Refusal(domainMessages.gone, { status: 409 })
    context.note({ id })
    return { secret }
  },

  inForce: async ({ known }, { db, user: { user } }) => {
    const domains = await domainsInForce(db, user.orgid)
    const version = createHash("sha256").update(JSON.stringify(domains)).digest("base64url")
    return { version, domains: known === version ? null : domains }
  },

  seen: async (told, context) => {
    await mustNotHurry(context, "domain-seen", domainLimits.seenAMinute)
    await keepSeen(context.db, context.user.user.orgid, told)
    return {}
  },

  ticket: async ({ origin }, context) => {
    await mustNotHurry(context, "domain-ticket", domainLimits.ticketsAMinute)
    const { user, sessionId } = context.user
    const outcome = await issueGuestTicket(context.db, {
      org: user.orgid,
      personId: user.id,
      sessionId,
      origin,
    })
    switch (outcome.is) {
      case "issued":
        return { ticket: outcome.ticket, seconds: domainLimits.ticketS }
      case "not-in-force":
        throw new Refusal(domainMessages.notInForce, { status: 403 })
      case "no-secret":
        throw new Refusal(domainMessages.noSecret)
    }
  },

  // Outside row-level security: the ticket's person is known only after it was found.
  redeem: async (given, { caller }) => {
    const failures = {
      key: `redeem:${addressKey(caller.ip)}`,
      seconds: 60,
      atMost: domainLimits.failedRedeemsAMinute,
    }
    const { retryAfterS, user } = await database.transaction(unrestricted, async (db) => {
      const wait = await quotaWait(db, failures)
      if (wait !== null) return { retryAfterS: wait, user: null }
      const redeemed = await redeemGuestTicket(db, given)
      if (!redeemed) await countOne(db, failures.key)
      return { retryAfterS: null, user: redeemed }
    })
    if (retryAfterS !== null) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS })
    if (!user) throw new Refusal(domainMessages.ticketRefused, { status: 403 })
    return user
  },
}))

/** DOM-7: only of the own organisation: an area's administrator manages the bureau's own list. */
function mustAdministerDomains(context: RequestContext): Id {
  return mustAdminister(context, context.user.user.orgid)
}

async function mustNotHurry(
  { db, user: { user } }: RequestContext,
  what: string,
  atMost: number,
): Promise<void> {
  const taken = await takeQuota(db, [{ key: `${what}:${user.id}`, seconds: 60, atMost }])
  if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
}

function refusalOf(saved: Exclude<Saved, { is: "saved" }>): Refusal {
  switch (saved.is) {
    case "gone":
      return new Refusal(domainMessages.gone, { status: 409 })
    case "changed":
      return new Refusal(domainMessages.changedMeanwhile, { status: 409 })
    case "full":
      return new Refusal(domainMessages.tooMany)
    case "taken":
      return new Refusal(domainTakenMessage(saved.by), { field: "domainIp" })
  }
}

function shownInLog({ name, domainIp, helpers }: ListedDomain): Record<string, unknown> {
  return { name, domainIp, helpers }
}
