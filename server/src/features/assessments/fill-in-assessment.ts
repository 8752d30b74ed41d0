import { assessmentLimits, assessmentMessages, assessmentRings } from "@uc/contract/assessments/messages"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import { idsOf } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import type { Services } from "../../http/services.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { linkAttachments } from "../attachments/public.ts"
import {
  changedMeanwhile,
  mustBeAllowed,
  mustBeCurrentVersion,
  fullScoreOfItem,
} from "./assessment-guards.ts"
import type { AssessmentHandlers } from "./assessment-handlers.ts"
import {
  evidenceOf,
  filledItems,
  advanceStage,
  saveFilledItem,
  scoreRowOf,
  unlinkEvidence,
} from "./assessment-work.store.ts"
import { notifyReviewers } from "./notify-about-assessment.ts"

export function fillInHandlers({
  database,
}: Services): AssessmentHandlers<"saveItem" | "removeEvidence" | "submit" | "takeBack"> {
  return {
    saveItem: async ({ id, itemId, evidence, ...wanted }, context) => {
      const found = await mustBeAllowed(context, "fill", id, "share")
      const full = await fullScoreOfItem(context, found, itemId)
      if (wanted.ownScore !== null && wanted.ownScore > full)
        throw new Refusal(assessmentMessages.ownScoreWrong(full))
      const by = context.user.user.id
      const saved = await saveFilledItem(context.db, found, { itemId, by, ...wanted })
      if (saved === "changed") throw changedMeanwhile()
      const linked = await evidenceOf(context.db, saved.score)
      const linkedIds = new Set(linked.map((each) => each.id))
      const added = [...new Set(idsOf(evidence))].filter((each) => !linkedIds.has(each))
      if (linked.length + added.length > assessmentLimits.evidence)
        throw new Refusal(attachmentMessages.tooMany)
      const subject = { subject: "assessment", subjectId: saved.score } as const
      if (!(await linkAttachments(context.db, added, { uploader: by, ...subject })))
        throw new Refusal(attachmentMessages.gone, { status: 409 })
      return { version: saved.version, evidence: await evidenceOf(context.db, saved.score) }
    },

    removeEvidence: async ({ id, itemId, attachmentId }, context) => {
      const found = await mustBeAllowed(context, "fill", id, "share")
      await fullScoreOfItem(context, found, itemId)
      const score = await scoreRowOf(context.db, id, itemId)
      if (score === null || !(await unlinkEvidence(context.db, score, attachmentId, context.user.user.id)))
        throw new Refusal(assessmentMessages.evidenceGone, { status: 409 })
      await writeAuditEntry(context, "assessments.removeEvidence", { id, itemId, attachmentId })
      return { evidence: await evidenceOf(context.db, score) }
    },

    submit: async ({ id, version }, context) => {
      const found = await mustBeAllowed(context, "submit", id, "update")
      mustBeCurrentVersion(found, version)
      const items = await filledItems(context.db, id, found.schemeId)
      const unfilled = items.filter(({ ownScore }) => ownScore === null).map(({ name }) => name)
      if (unfilled.length > 0) throw new Refusal(assessmentMessages.itemsUnfilled(unfilled))
      const next = await advanceStage(context.db, id, { to: "submitted", by: context.user.user.id })
      await writeAuditEntry(context, "assessments.submit", { id, title: found.title })
      await notifyReviewers(database, found, assessmentRings.submitted(found.orgname, found.title))
      return { version: next }
    },

    takeBack: async ({ id, version }, context) => {
      // The lock excludes a reviewer who writes at the same moment: one of the two is refused.
      const found = await mustBeAllowed(context, "takeBack", id, "update")
      mustBeCurrentVersion(found, version)
      const next = await advanceStage(context.db, id, { to: "open" })
      await writeAuditEntry(context, "assessments.takeBack", { id, title: found.title })
      await notifyReviewers(database, found, assessmentRings.takenBack(found.orgname, found.title))
      return { version: next }
    },
  }
}
