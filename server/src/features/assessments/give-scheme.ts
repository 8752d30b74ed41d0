import { assessmentMessages, assessmentPlace, assessmentRings } from "@uc/contract/assessments/messages"
import { idsOf } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { mustAdminister, outOfReach } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { mustAdministerSchemes } from "./assessment-guards.ts"
import type { AssessmentHandlers } from "./assessment-handlers.ts"
import { todayOf } from "./assessment-work.store.ts"
import { fillersIn } from "./notify-about-assessment.ts"
import { giveScheme, lockedScheme, obstaclesToGiving } from "./schemes.store.ts"

export const giveSchemeHandlers: AssessmentHandlers<"give"> = {
  give: async ({ schemeId, orgids, ...given }, context) => {
    const own = mustAdministerSchemes(context)
    const orgs = [...new Set(idsOf(orgids))]
    if (orgs.length === 0) throw new Refusal(assessmentMessages.nobodyChosen)
    for (const org of orgs) mustAdminister(context, org)
    if (given.ends < given.begins) throw new Refusal(assessmentMessages.daysWrong)
    if (given.ends < (await todayOf(context.db))) throw new Refusal(assessmentMessages.endsPast)
    const scheme = await lockedScheme(context.db, schemeId, "share")
    if (!scheme || scheme.orgId !== own) throw new Refusal(assessmentMessages.schemeGone, { status: 409 })
    const { known, closed, twice } = await obstaclesToGiving(context.db, schemeId, given.period, orgs)
    if (known < orgs.length) throw outOfReach()
    if (closed.length > 0) throw new Refusal(assessmentMessages.closedOrganisations(closed), { status: 409 })
    if (twice.length > 0) throw givenAlready(twice, given.period)
    const got = new Set(await giveScheme(context.db, schemeId, orgs, given))
    // Somebody else gave it at the same moment; this transaction rolls back.
    const late = orgs.filter((org) => !got.has(org))
    if (late.length > 0)
      throw givenAlready(
        (await obstaclesToGiving(context.db, schemeId, given.period, late)).twice,
        given.period,
      )
    await writeAuditEntry(context, "assessments.give", { schemeId, ...given, organisations: orgs })
    await ringBell(context.db, {
      personIds: await fillersIn(context.db, orgs),
      topic: "assessment",
      title: assessmentRings.given(
        context.user.user.orgname,
        [given.period, scheme.title].join(" "),
        given.ends,
      ),
      place: assessmentPlace,
    })
    return { given: orgs.length }
  },
}

function givenAlready(names: readonly string[], period: string): Refusal {
  return new Refusal(assessmentMessages.givenAlready(names, period), { status: 409 })
}
