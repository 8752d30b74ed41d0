import { peopleAdminMessages, type Place } from "@uc/contract/people/admin-calls"
import { mayChangePerson } from "@uc/contract/people/who-may-grant"
import { admintypes, type Admintype } from "@uc/contract/account/calls"
import {
  peopleTransferCalls,
  transferKinds,
  transferMessages,
  transferPlace,
  transferRings,
  transferStates,
} from "@uc/contract/people/transfer-calls"
import type { Id } from "@uc/contract/core/wire"
import { unrestricted } from "../../db/scope.ts"
import { widenScope } from "../../db/widen-scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { audit } from "../../security/audit.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { endAllSessions } from "../../session/end-all-sessions.ts"
import { foundOrForbidden, isAdministered, mustReach, outOfReach } from "../../session/reach.ts"
import { mustCoverRolesOf } from "../../session/rights/covers-roles.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { carryOutEnd, carryOutMove, carryOutSecondPlace } from "./carry-out-transfer.ts"
import { lockedPerson, personRow } from "./person-actions.ts"
import {
  addTransfer,
  administratorsIn,
  listTransfers,
  lockedTransfer,
  organisationById,
  organisationsCalled,
  placeHistory,
  setAnswered,
  transferById,
  type NewTransfer,
  type Side,
  type TransferRow,
} from "./transfers.store.ts"

export const peopleTransferRoutes = implementCalls(peopleTransferCalls, (services) => ({
  begin: async ({ personid, version, kind, orgid, orgname, note, places }, context) => {
    const { db, user } = context
    const own = foundOrForbidden(await lockedPerson(db, personid))
    await mustAdministerFully(context, own.orgid)
    if (!mayChangePerson(user.user, own)) throw new Refusal(peopleAdminMessages.aboveYou, { status: 403 })
    if (own.id === user.user.id) throw new Refusal(peopleAdminMessages.notYourself, { status: 403 })
    await mustCoverRolesOf(services.database, user, [own.id])
    if (own.isDisabled) throw new Refusal(peopleAdminMessages.disabledPerson)
    if (own.version !== version) throw new Refusal(peopleAdminMessages.changedMeanwhile, { status: 409 })
    const from = foundOrForbidden(await organisationById(db, own.orgid))
    const to = await targetOf(services, context, { orgid, orgname })
    if (to.id === from.id) throw new Refusal(transferMessages.sameOrganisation, { field: "orgname" })
    if (to.isDisabled) throw new Refusal(transferMessages.targetDisabled, { field: "orgname" })
    return beginning(services, context, { kind, person: own, from, to, note, by: user.user }, places)
  },

  beginEnd: async ({ id, note }, context) => {
    const { db, user } = context
    const place = foundOrForbidden(await transferById(db, id))
    if (place.kind !== "second" || place.state !== "accepted" || place.newPersonId === null)
      throw outOfReach()
    const sides = [place.toOrgId, place.orgId]
    const mine = sides.find((org) => isAdministered(user, org))
    if (mine === undefined) throw outOfReach()
    await widenScope(db, sides)
    const other = sides.find((org) => org !== mine) ?? mine
    const [from, to] = [await organisationById(db, mine), await organisationById(db, other)]
    const own = foundOrForbidden(await lockedPerson(db, place.newPersonId))
    if (own.isDisabled) throw new Refusal(transferMessages.answered, { status: 409 })
    await mustNotBeAbove(services, context, own)
    const asked = {
      kind: "end",
      person: own,
      from: foundOrForbidden(from),
      to: foundOrForbidden(to),
      note,
      by: user.user,
    } as const
    return beginning(services, context, asked, [])
  },

  answer: async ({ id, isAccepted, places }, context) => {
    const { db, user } = context
    const seen = foundOrForbidden(await transferById(db, id))
    await mustAdministerFully(context, seen.toOrgId)
    await widenScope(db, [seen.orgId, seen.toOrgId])
    const transfer = foundOrForbidden(await lockedTransfer(db, id))
    if (transfer.state !== "asked") throw new Refusal(transferMessages.answered, { status: 409 })
    if (isAccepted === 1 && transfer.kind === "end")
      await mustNotBeAbove(services, context, foundOrForbidden(await personRow(db, transfer.personId)))
    if (isAccepted === 1) await carryOut(services, context, transfer, places)
    else await setAnswered(db, id, { state: "refused", answeredBy: user.user.nickname })
    await logged(context, "peopleTransfers.answer", transfer, isAccepted === 1 ? "accepted" : "refused")
    await ringBell(db, {
      personIds: await administratorsIn(db, transfer.orgId),
      topic: "notice",
      title: transferRings.answered(transfer.kind, isAccepted === 1, transfer.toOrgName, transfer.name),
      place: transferPlace(transfer.orgId),
    })
    return {}
  },

  withdraw: async ({ id }, context) => {
    const transfer = foundOrForbidden(await lockedTransfer(context.db, id))
    await mustAdministerFully(context, transfer.orgId)
    if (transfer.state !== "asked") throw new Refusal(transferMessages.answered, { status: 409 })
    await setAnswered(context.db, id, { state: "withdrawn", answeredBy: context.user.user.nickname })
    await writeAuditEntry(context, "peopleTransfers.withdraw", factsOf(transfer, "withdrawn"))
    return {}
  },

  list: async ({ orgid }, context) => {
    if (context.user.user.admintype === admintypes.none) throw outOfReach()
    if (orgid !== undefined) await mustAdministerFully(context, orgid)
    return listTransfers(context.db, context.user.administered, orgid)
  },

  history: async ({ personid }, { db, scope, user }) => {
    const row = foundOrForbidden(await personRow(db, personid))
    mustReach(scope, row.orgid)
    if (row.isDisabled && !isAdministered(user, row.orgid)) throw outOfReach()
    return services.database.transaction(unrestricted, (systemDb) =>
      placeHistory(systemDb, personid, (orgs) => orgs.some((org) => isAdministered(user, org))),
    )
  },
}))

/** HOME-6: the place of somebody above, or one's own, is not ended by its organisation's administrator. */
async function mustNotBeAbove(
  { database }: Services,
  { user }: RequestContext,
  own: { readonly id: Id; readonly orgid: Id; readonly admintype: Admintype },
): Promise<void> {
  if (own.id === user.user.id) throw new Refusal(peopleAdminMessages.notYourself, { status: 403 })
  if (isAdministered(user, own.orgid) && own.admintype > user.user.admintype)
    throw new Refusal(peopleAdminMessages.aboveYou, { status: 403 })
  if (isAdministered(user, own.orgid)) await mustCoverRolesOf(database, user, [own.id])
}

interface Named {
  readonly orgid: Id | undefined
  readonly orgname: string | undefined
}

/** By its id what the viewer sees; else by the full name, which a school's administrator knows of another school. */
async function targetOf(
  { database }: Services,
  { db, scope, user }: RequestContext,
  { orgid, orgname = "" }: Named,
): Promise<Side> {
  if (orgid !== undefined) {
    const found = foundOrForbidden(await organisationById(db, mustReach(scope, orgid)))
    // HOME-6: whoever works for the platform reaches everything.
    if (found.kind === "platform" && user.user.admintype !== admintypes.platform) throw outOfReach()
    return found
  }
  if (orgname === "") throw new Refusal(transferMessages.targetMissing, { field: "orgname" })
  const called = await database.transaction(unrestricted, (systemDb) =>
    organisationsCalled(systemDb, orgname),
  )
  const [found, ...others] = called
  if (!found) throw new Refusal(transferMessages.targetUnknown, { field: "orgname" })
  if (others.length > 0) throw new Refusal(transferMessages.targetAmbiguous, { field: "orgname" })
  return found
}

/** It waits for the other side; whoever administers both has it done at once. */
async function beginning(
  services: Services,
  context: RequestContext,
  asked: NewTransfer,
  places: readonly Place[] | undefined,
): Promise<{ isDone: boolean }> {
  const { db, user } = context
  const { from, to, kind } = asked
  const isBoth = isAdministered(user, from.id) && isAdministered(user, to.id)
  await widenScope(db, [from.id, to.id])
  const transfer = await addTransfer(db, asked)
  if (!transfer) throw new Refusal(transferMessages.alreadyAsked, { status: 409 })
  if (isBoth) await carryOut(services, context, transfer, places)
  else
    await ringBell(db, {
      personIds: await administratorsIn(db, to.id),
      topic: "notice",
      title: transferRings.asked(kind, from.name, transfer.name),
      place: transferPlace(to.id),
    })
  const action = kind === "end" ? "peopleTransfers.beginEnd" : "peopleTransfers.begin"
  await logged(context, action, transfer, isBoth ? "accepted" : "asked")
  return { isDone: isBoth }
}

/** At once and whole: the person is elsewhere, and every session of theirs here has ended. */
async function carryOut(
  services: Services,
  context: RequestContext,
  transfer: TransferRow,
  places: readonly Place[] | undefined,
): Promise<void> {
  const { db, user } = context
  const { kind } = transfer
  if (kind !== "end" && places === undefined)
    throw new Refusal(transferMessages.placeMissing, { field: "places" })
  const target = { to: foundOrForbidden(await organisationById(db, transfer.toOrgId)), places: places ?? [] }
  if (kind !== "second") await endAllSessions(services, db, transfer.personId)
  const done =
    kind === "move"
      ? await carryOutMove(db, services.database, transfer, target)
      : kind === "second"
        ? await carryOutSecondPlace(db, services.database, transfer, target)
        : await carryOutEnd(db, transfer)
  if ("obstacle" in done) {
    const sentences = { ...peopleAdminMessages, ...transferMessages }
    const field = done.obstacle === "placeGone" && { field: "places" }
    throw new Refusal(sentences[done.obstacle], { status: 409, ...field })
  }
  const { newPersonId } = done
  await setAnswered(db, transfer.id, { state: "accepted", answeredBy: user.user.nickname, newPersonId })
}

function factsOf({ id, kind, name, account, orgName, toOrgName }: TransferRow, state: TransferRow["state"]) {
  return {
    id,
    before: { nickname: name, usercode: account, orgname: orgName },
    after: { kind: transferKinds[kind], orgname: toOrgName, state: transferStates[state] },
  }
}

/** In the logs of both sides: the gate of sensitive calls writes the one of whoever does it. */
async function logged(
  context: RequestContext,
  action: string,
  transfer: TransferRow,
  state: TransferRow["state"],
): Promise<void> {
  const { db, user, caller } = context
  const detail = factsOf(transfer, state)
  context.note(detail)
  for (const orgId of [transfer.orgId, transfer.toOrgId])
    if (orgId !== user.user.orgid)
      await audit(db, {
        person: { id: user.user.id, orgId },
        sessionId: user.sessionId,
        action,
        result: "done",
        ip: caller.ip,
        detail,
      })
}
