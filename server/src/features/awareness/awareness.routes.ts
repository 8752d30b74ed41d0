import { admintypes } from "@uc/contract/account/calls"
import { awarenessCalls, type Awareness } from "@uc/contract/awareness/calls"
import { awarenessLimits, awarenessMessages, toldAudiences } from "@uc/contract/awareness/told"
import type { Id } from "@uc/contract/core/wire"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { reaches } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { cacheUntilEvent } from "../../realtime/cache-until-event.ts"
import { everybody, publishEvent } from "../../realtime/publish-event.ts"
import { foundOrForbidden, isAdministered, mustAdminister } from "../../session/reach.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import {
  alarmSubject,
  confirmationOf,
  countKnowing,
  drillSubject,
  missingPeople,
  type Subject,
} from "./awareness.store.ts"
import { remind } from "./remind.ts"
import { keepConfirmation } from "./tell.ts"
import { putRule, toldRules } from "./told-rules.store.ts"
import { toldIn, unconfirmed, type Rank } from "./told.store.ts"

/** DAY-2: everybody in the building is told, and confirms. */
export const awarenessRoutes = implementCalls(awarenessCalls, (services) => {
  // Thousands ask at the same moment: what is told is read once for all of them, and only confirmations for each.
  const told = cacheUntilEvent(services, "told", ([org, rank, { db }]: [Id, Rank, RequestContext]) =>
    toldIn(db, org, rank),
  )
  return {
    mine: async (_input, context) => {
      const { user } = context.user
      if (user.isParent) return { items: [], total: 0 }
      const rank = rankOf(context)
      const all = await told(context.scope, `${user.orgid} ${rank}`, [user.orgid, rank, context])
      const open = await unconfirmed(context.db, all, user.id)
      return {
        items: open.slice(0, awarenessLimits.shown).map(({ item }) => item),
        total: open.length,
        confirmed: all
          .filter((each) => !open.includes(each))
          .map(({ item: { kind, code } }) => ({ kind, code })),
      }
    },

    confirm: async ({ uuid }, { db, user: { user } }) => {
      const subject = foundOrForbidden(await alarmSubject(db, uuid))
      if (subject.orgId !== user.orgid)
        throw new Refusal(awarenessMessages.notOfTheOrganisation, { status: 403 })
      if (user.isParent) throw new Refusal(awarenessMessages.parentsMayNot, { status: 403 })
      if (subject.isOver) throw new Refusal(awarenessMessages.alarmOver, { status: 409 })
      await keepConfirmation(db, { orgid: subject.orgId, alarm: subject.id, person: user.id })
      return { at: await confirmationOf(db, subject.id, user.id) }
    },

    ofAlarm: async ({ uuid, ...paging }, context) =>
      awarenessOf(services, context, foundOrForbidden(await alarmSubject(context.db, uuid)), paging),

    ofDrill: async ({ id, ...paging }, context) =>
      awarenessOf(services, context, foundOrForbidden(await drillSubject(context.db, id)), paging),

    remindAlarm: async ({ uuid, bySms }, context) => {
      const subject = foundOrForbidden(await alarmSubject(context.db, uuid))
      mustAdminister(context, subject.orgId)
      const done = await remind(services, context, {
        subject,
        place: `/main/alarms?alarm=${uuid}`,
        bySms,
      })
      await writeAuditEntry(context, "awareness.remindAlarm", { uuid, ...done })
      return done
    },

    remindDrill: async ({ id, bySms }, context) => {
      const subject = foundOrForbidden(await drillSubject(context.db, id))
      mustAdminister(context, subject.orgId)
      const done = await remind(services, context, { subject, place: "/main/drills", bySms })
      await writeAuditEntry(context, "awareness.remindDrill", { drill: id, ...done })
      return done
    },

    rules: (_input, { db }) => toldRules(db),

    saveRule: async ({ subject, told: wanted }, context) => {
      const { db } = context
      const before = (await toldRules(db)).find((rule) => rule.subject === subject)
      if (!before) throw new Refusal(awarenessMessages.levelGone, { status: 409 })
      await putRule(db, subject, wanted)
      await writeAuditEntry(context, "awareness.saveRule", {
        before: { name: before.name, told: toldAudiences[before.told] },
        after: { name: before.name, told: toldAudiences[wanted] },
      })
      await publishEvent(db, "told", everybody)
      await publishEvent(db, "confirmed", everybody)
      return {}
    },
  }
})

function rankOf({ user }: RequestContext): Rank {
  if (user.user.admintype !== admintypes.none) return "administrators"
  return reaches(heldScope(user, "alarms.manage"), user.user.orgid) ? "duty" : "staff"
}

/** Counts for whoever reaches it; names and the reminder for who administers it. */
async function awarenessOf(
  { sms }: Services,
  context: RequestContext,
  subject: Subject,
  paging: { readonly start: number; readonly limit: number },
): Promise<Awareness> {
  const { db, user } = context
  const mayName = isAdministered(user, subject.orgId)
  const counts = await countKnowing(db, subject, user.user.id)
  const mayCall =
    subject.orgId === user.user.orgid || reaches(heldScope(user, "people.manage"), subject.orgId)
  const missing = mayName ? await missingPeople(db, subject, paging) : null
  return {
    told: subject.told,
    confirmed: counts.confirmed,
    people: counts.people,
    isOver: subject.isOver,
    mayConfirm: counts.isMissing && !subject.isOver,
    mayRemind: mayName && !subject.isOver && counts.confirmed < counts.people,
    remindedAt: subject.remindedAt,
    remindableAt: subject.remindableAt,
    smsRemindableAt: subject.smsRemindableAt,
    withPhone: sms === null ? null : mayName ? counts.withPhone : 0,
    missing:
      missing &&
      missing.map(({ phone, ...row }) => ({
        ...row,
        phone: phone === null ? null : maskedPhone(phone),
        mayCall: phone !== null && mayCall,
      })),
  }
}
