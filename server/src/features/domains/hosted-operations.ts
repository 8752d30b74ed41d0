import { hostedModuleOf, readHostedModule, type HostedOperation } from "@uc/contract/reauth/hosted-operations"
import type { DomainHelper } from "@uc/contract/domains/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { consumeGrant } from "../../security/grants.ts"
import { decidingEntries, entriesOf, entryInForce, type DomainEntry } from "./domains-in-force.ts"
import { redeemGuestTicket, type RedeemedTicket } from "./guest-tickets.ts"

const needed: DomainHelper = "reauth"

/** Undefined: the entry does not allow it, or has registered no such operation. */
function operationOf(entry: DomainEntry | undefined, mid: string): HostedOperation | undefined {
  return entry?.helpers.includes(needed) ? entry.operations.find((each) => each.mid === mid) : undefined
}

export interface OperationInForce {
  readonly module: string
  readonly name: string
  /** As the list calls the application. */
  readonly site: string
}

/** DISTRICT-13: the operation that a page of this origin means; null: its entry has registered none of this id. */
export async function operationAt(
  db: Db,
  org: Id,
  origin: string,
  mid: string,
): Promise<OperationInForce | null> {
  const entry = await entryInForce(db, org, origin)
  const found = operationOf(entry, mid)
  return entry && found ? { module: hostedModuleOf(entry.id, mid), name: found.name, site: entry.name } : null
}

/** The same by the module that a re-authentication is asked for; null: it is in force for nobody of this organisation. */
export async function operationInForce(db: Db, org: Id, module: string): Promise<OperationInForce | null> {
  const asked = readHostedModule(module)
  if (!asked) return null
  const deciding = [...decidingEntries(await entriesOf(db, org)).values()]
  const entry = deciding.find(({ id }) => id === asked.domainId)
  const found = operationOf(entry, asked.mid)
  return entry && found ? { module, name: found.name, site: entry.name } : null
}

export type SpentGrant =
  | { readonly is: "spent" | "no-grant"; readonly redeemed: RedeemedTicket; readonly module: string }
  | { readonly is: "no-ticket" | "no-operation" }

/**
 * DISTRICT-13: a proof that the ticket's person gave in the ticket's session, for this operation of this entry. Of two at the
 * same time one finds it (`consumeGrant`). The ticket is spent in any case.
 */
export async function spendHostedGrant(
  db: Db,
  { mid, ...given }: { readonly ticket: string; readonly secret: string; readonly mid: string },
): Promise<SpentGrant> {
  const redeemed = await redeemGuestTicket(db, given)
  if (!redeemed) return { is: "no-ticket" }
  const { entry, sessionId, user } = redeemed
  if (!operationOf(entry, mid)) return { is: "no-operation" }
  const module = hostedModuleOf(entry.id, mid)
  const isSpent = await consumeGrant(db, { sessionId, personId: user.jid, mid: module })
  return { is: isSpent ? "spent" : "no-grant", redeemed, module }
}
