import { assessmentMessages, assessmentRings } from "@uc/contract/assessments/messages"
import { weightedSum } from "@uc/contract/assessments/steps"
import { Refusal } from "../../errors/refusal.ts"
import type { Services } from "../../http/services.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import {
  changedMeanwhile,
  mustBeAllowed,
  mustBeCurrentVersion,
  fullScoreOfItem,
} from "./assessment-guards.ts"
import type { AssessmentHandlers } from "./assessment-handlers.ts"
import { extend, filledItems, advanceStage, saveReview } from "./assessment-work.store.ts"
import { notifyFillers } from "./notify-about-assessment.ts"

export function reviewHandlers({
  database,
}: Services): AssessmentHandlers<"reviewItem" | "extend" | "sendBack" | "accept"> {
  return {
    reviewItem: async ({ id, itemId, ...wanted }, context) => {
      const found = await mustBeAllowed(context, "review", id, "share")
      const full = await fullScoreOfItem(context, found, itemId)
      if (wanted.reviewScore !== null && wanted.reviewScore > full)
        throw new Refusal(assessmentMessages.reviewScoreWrong(full))
      const version = await saveReview(context.db, id, { itemId, ...wanted })
      if (version === null) throw changedMeanwhile()
      return { version }
    },

    extend: async ({ id, version, ends }, context) => {
      const found = await mustBeAllowed(context, "extend", id, "update")
      mustBeCurrentVersion(found, version)
      if (ends < found.today) throw new Refusal(assessmentMessages.returnEndsPast)
      if (ends < found.begins) throw new Refusal(assessmentMessages.daysWrong)
      const next = await extend(context.db, id, ends)
      await writeAuditEntry(context, "assessments.extend", {
        id,
        title: found.title,
        before: { ends: found.ends },
        after: { ends },
      })
      await notifyFillers(database, found, assessmentRings.extended(found.title, ends))
      return { version: next }
    },

    sendBack: async ({ id, version, reason, ends }, context) => {
      const found = await mustBeAllowed(context, "sendBack", id, "update")
      mustBeCurrentVersion(found, version)
      if (ends < found.today) throw new Refusal(assessmentMessages.returnEndsPast)
      const next = await advanceStage(context.db, id, {
        to: "returned",
        by: context.user.user.id,
        reason,
        ends,
      })
      await writeAuditEntry(context, "assessments.sendBack", { id, title: found.title, reason, ends })
      await notifyFillers(database, found, assessmentRings.returned(found.title, reason))
      return { version: next }
    },

    accept: async ({ id, version }, context) => {
      const found = await mustBeAllowed(context, "accept", id, "update")
      mustBeCurrentVersion(found, version)
      const items = await filledItems(context.db, id, found.schemeId)
      const unreviewed = items.filter(({ reviewScore }) => reviewScore === null).map(({ name }) => name)
      if (unreviewed.length > 0) throw new Refusal(assessmentMessages.itemsUnreviewed(unreviewed))
      const score = weightedSum(items.map(({ weight, reviewScore }) => ({ weight, score: reviewScore })))
      const next = await advanceStage(context.db, id, { to: "accepted", by: context.user.user.id, score })
      const scores = Object.fromEntries(items.map(({ itemId, reviewScore }) => [itemId, reviewScore]))
      await writeAuditEntry(context, "assessments.accept", { id, title: found.title, score, scores })
      await notifyFillers(database, found, assessmentRings.accepted(found.title, score))
      return { version: next, score }
    },
  }
}
