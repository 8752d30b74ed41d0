import { createHash } from "node:crypto"
import { applicationMessages } from "@uc/contract/applications/admin-calls"
import {
  domainCalls,
  domainLimits,
  domainMessages,
  domainTakenMessage,
  helpersOf,
  isAbove,
  type ListedDomain,
} from "@uc/contract/domains/calls"
import { userFieldsOf } from "@uc/contract/domains/user-fields"
import { replyMessages } from "@uc/contract/core/reply"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { usertypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { areaPathOf, domainsInForce } from "./domains-in-force.ts"
import type { Database, Db } from "../../db/open.ts"
import { reaches, unrestricted } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { Refusal } from "../../errors/refusal.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { isAdministered } from "../../session/reach.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { addressKey } from "../../security/address-key.ts"
import { issueGuestTicket, redeemGuestTicket, renewSecret } from "./guest-tickets.ts"
import { countOne, quotaWait, takeQuota } from "../../security/quota.ts"
import { audit } from "../../security/audit.ts"
import { operationAt, spendHostedGrant, type SpentGrant } from "./hosted-operations.ts"
import { domainSheets } from "./domain-export.ts"
import { keepSeen, refusedOrigins } from "./domain-uses.ts"
import { acceptDomain, declineDomain, inheritedDomains } from "./inherited-domains.ts"
import {
  domainsOf,
  isOfApplication,
  removeDomain,
  saveDomain,
  saveOperations,
  type Saved,
} from "./domains.store.ts"

export const domainRoutes = implementCalls(domainCalls, ({ database }) => {
  const inheritedOf = (db: Db, org: Id) =>
    inheritedDomains(db, org, (read) => database.transaction(unrestricted, read))
  return {
    list: async (_input, { db, user: signedIn }) => {
      const { user } = signedIn
      const domainList = await domainsOf(db, user.orgid)
      const inherited = await inheritedOf(db, user.orgid)
      // Uses and refusals are for those who manage the list.
      if (!isAdministered(signedIn, user.orgid))
        return {
          domainList: domainList.map((row) => ({ ...row, lastUsedAt: null, declinedBy: 0 })),
          inheritedDomains: inherited.map((row) => ({ ...row, lastUsedAt: null })),
          refusedOrigins: [],
        }
      const refused = await refusedOrigins(db, user.orgid, originsOf(domainList, inherited))
      return { domainList, inheritedDomains: inherited, refusedOrigins: refused }
    },

    exportList: async (_input, context) => {
      const org = await mustAdministerDomains(context)
      const domains = await domainsOf(context.db, org)
      const inherited = await inheritedOf(context.db, org)
      const refused = await refusedOrigins(context.db, org, originsOf(domains, inherited))
      const sheets = domainSheets(domains, inherited, refused)
      return exportedFile(context, { action: "domains.exportList", name: "授权域名", sheets })
    },

    save: async ({ id, name, domainIp, helpers, userFields, isForBelow, version }, context) => {
      const org = await mustAdministerDomains(context)
      if (isForBelow === 1) mustListForBelow(context)
      await mustBeTheirs(context, org, id)
      mustNotVersionNew(id, version)
      const saved = await saveDomain(context.db, org, {
        id,
        name,
        domainIp,
        helpers: helpers === undefined ? undefined : helpersOf(helpers),
        userFields: userFields === undefined ? undefined : userFieldsOf(userFields),
        sharedPath: isForBelow === undefined ? undefined : isForBelow === 1 ? await pathBelow(context) : null,
        version,
      })
      if (saved.is !== "saved") throw refusalOf(saved)
      const { before, after } = saved
      context.note({ id: after.id, before: before && shownInLog(before), after: shownInLog(after) })
      return after
    },

    remove: async ({ id }, context) => {
      const org = await mustAdministerDomains(context)
      await mustBeTheirs(context, org, id)
      if (await isOfApplication(context.db, id))
        throw new Refusal(applicationMessages.keptByApplication, { status: 409 })
      const before = await removeDomain(context.db, org, id)
      if (!before) throw new Refusal(domainMessages.gone, { status: 409 })
      context.note({ id, before: shownInLog(before), after: null })
      return {}
    },

    decline: async ({ id }, context) => {
      const entry = await declineDomain(context.db, await mustAdministerDomains(context), id)
      if (!entry) throw new Refusal(domainMessages.notFromAbove, { status: 409 })
      context.note({ id, before: null, after: { name: entry.name, domainIp: entry.domainIp } })
      return {}
    },

    accept: async ({ id }, context) => {
      const entry = await acceptDomain(context.db, await mustAdministerDomains(context), id)
      if (!entry) throw new Refusal(domainMessages.notFromAbove, { status: 409 })
      context.note({ id, before: { name: entry.name, domainIp: entry.domainIp }, after: null })
      return {}
    },

    renewSecret: async ({ id }, context) => {
      const org = await mustAdministerDomains(context)
      await mustBeTheirs(context, org, id)
      const secret = await renewSecret(context.db, org, id)
      if (secret === null) throw new Refusal(domainMessages.gone, { status: 409 })
      context.note({ id })
      return { secret }
    },

    saveOperations: async (wanted, context) => {
      const org = await mustAdministerDomains(context)
      await mustBeTheirs(context, org, wanted.id)
      const saved = await saveOperations(context.db, org, wanted)
      if (saved.is !== "saved") throw refusalOf(saved)
      const { before, after } = saved
      context.note({ id: after.id, before: before && operationsInLog(before), after: operationsInLog(after) })
      return after
    },

    operation: async ({ origin, mid }, { db, user: { user } }) => {
      const found = await operationAt(db, user.orgid, origin, mid)
      if (!found) throw new Refusal(domainMessages.noSuchOperation, { status: 403 })
      return found
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
      const redeemed = await unlessTooMany(database, caller.ip, (db) => redeemGuestTicket(db, given))
      if (!redeemed) throw new Refusal(domainMessages.ticketRefused, { status: 403 })
      return redeemed.user
    },

    spendGrant: async (given, { caller }) => {
      const spent = await unlessTooMany(database, caller.ip, async (db) => {
        const outcome = await spendHostedGrant(db, given)
        if (outcome.is === "no-ticket") return null
        if ("module" in outcome) await auditSpending(db, outcome, caller.ip)
        return outcome
      })
      if (!spent) throw new Refusal(domainMessages.ticketRefused, { status: 403 })
      if (!("module" in spent)) throw new Refusal(domainMessages.noSuchOperation, { status: 403 })
      if (spent.is !== "spent") throw new Refusal(domainMessages.noGrant, { status: 403 })
      return spent.redeemed.user
    },
  }
})

async function auditSpending(
  db: Db,
  { is, redeemed: { user, sessionId }, module }: Extract<SpentGrant, { readonly module: string }>,
  ip: string,
): Promise<void> {
  await audit(db, {
    person: { id: user.jid, orgId: user.orgid },
    sessionId,
    action: "domains.spendGrant",
    mid: module,
    result: is === "spent" ? "done" : "refused",
    ip,
  })
}

/** Null is a failure, which is counted by address: whoever fails too often waits. */
async function unlessTooMany<T>(
  database: Database,
  ip: string,
  redeem: (db: Db) => Promise<T | null>,
): Promise<T | null> {
  const failures = {
    key: `redeem:${addressKey(ip)}`,
    seconds: 60,
    atMost: domainLimits.failedRedeemsAMinute,
  }
  const { retryAfterS, redeemed } = await database.transaction(unrestricted, async (db) => {
    const wait = await quotaWait(db, failures)
    if (wait !== null) return { retryAfterS: wait, redeemed: null }
    const found = await redeem(db)
    if (found === null) await countOne(db, failures.key)
    return { retryAfterS: null, redeemed: found }
  })
  if (retryAfterS !== null) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS })
  return redeemed
}

/**
 * DOM-7: only of the own organisation: an area's administrator manages the bureau's own list. FAULT-6: an entry's secret tells another
 * server who people are, so the platform's list is its administrators' alone.
 */
async function mustAdministerDomains(context: RequestContext): Promise<Id> {
  return (await mustAdministerFully(context, context.user.user.orgid)).id
}

function mayListBelow({ user }: RequestContext): boolean {
  const { usertype, orgid } = user.user
  return isAbove(usertype) && reaches(heldScope(user, "domains.below"), orgid)
}

function mustListForBelow(context: RequestContext): void {
  if (!mayListBelow(context)) throw new Refusal(noPermissionMessage("domains.below"), { status: 403 })
}

/** DISTRICT-12: what counts for others too is not a matter of the own organisation's administrators alone. */
async function mustBeTheirs(context: RequestContext, org: Id, id: Id | undefined): Promise<void> {
  if (mayListBelow(context) || id === undefined) return
  const list = await domainsOf(context.db, org)
  if (list.find((row) => row.id === id)?.isForBelow) mustListForBelow(context)
}

/** The platform is above all; a bureau above those of its area. */
async function pathBelow({ db, user: { user } }: RequestContext): Promise<string> {
  return user.usertype === usertypes.platform ? "" : areaPathOf(db, user.orgid)
}

function originsOf(...lists: readonly (readonly { readonly origins: readonly string[] }[])[]): string[] {
  return lists.flat().flatMap(({ origins }) => origins)
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
    case "of-application":
      return new Refusal(applicationMessages.keptByApplication, { status: 409 })
    case "taken":
      return new Refusal(domainTakenMessage(saved.by), { field: "domainIp" })
  }
}

function operationsInLog({ name, operations }: ListedDomain): Record<string, unknown> {
  return { name, operations: operations.map((each) => `${each.name}（${each.mid}）`) }
}

function shownInLog(domain: ListedDomain): Record<string, unknown> {
  const { name, domainIp, helpers, userFields, isForBelow } = domain
  return { name, domainIp, helpers, userFields, ...(isForBelow ? { reach: "含全部下级单位" } : {}) }
}
