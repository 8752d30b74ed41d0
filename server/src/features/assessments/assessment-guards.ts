import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentObstacle, type AssessmentAction } from "@uc/contract/assessments/steps"
import type { Id } from "@uc/contract/core/wire"
import { reaches } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { foundOrForbidden, isAdministered } from "../../session/reach.ts"
import { assessmentOf, fullScoreOf, type FoundAssessment } from "./assessment-work.store.ts"
import { sentenceFor } from "./obstacle-sentence.ts"

/** The caller's own organisation, which they must administer: even an area's administrator keeps no other schemes. */
export function mustAdministerSchemes(context: RequestContext): Id {
  const { orgid } = context.user.user
  if (!isAdministered(context.user, orgid))
    throw new Refusal(assessmentMessages.schemeEditorsOnly, { status: 403 })
  return orgid
}

export function obstacleFor(
  { user: signedIn }: RequestContext,
  action: AssessmentAction,
  found: FoundAssessment,
) {
  const { user } = signedIn
  // Whoever reads an assessment is told what they could do in it: each by the permission for that.
  const isFiller = reaches(heldScope(signedIn, "assessments.fill"), found.orgId)
  const actor = {
    isAssessed: isFiller && user.orgid === found.orgId,
    isReviewer: reaches(heldScope(signedIn, "assessments.review"), found.schemeOrg),
    hasFilled: found.fillers.includes(user.id),
  }
  return assessmentObstacle(action, found, actor, found.today)
}

export async function mustBeAllowed(
  context: RequestContext,
  action: AssessmentAction,
  id: Id,
  lock: "share" | "update",
): Promise<FoundAssessment> {
  const found = foundOrForbidden(await assessmentOf(context.db, id, lock))
  const obstacle = obstacleFor(context, action, found)
  if (obstacle !== null)
    throw new Refusal(sentenceFor(action, obstacle, found), {
      status: obstacle === "person" || obstacle === "own" ? 403 : 409,
    })
  return found
}

export function mustBeCurrentVersion({ version }: FoundAssessment, seen: number): void {
  if (version !== seen) throw new Refusal(assessmentMessages.movedMeanwhile, { status: 409 })
}

/** The full score of an item, which must belong to the scheme. */
export async function fullScoreOfItem(
  context: RequestContext,
  { schemeId }: FoundAssessment,
  itemId: Id,
): Promise<number> {
  const full = await fullScoreOf(context.db, schemeId, itemId)
  if (full === null) throw new Refusal(assessmentMessages.itemGone, { status: 409 })
  return full
}

export function changedMeanwhile(): Refusal {
  return new Refusal(assessmentMessages.changedMeanwhile, { status: 409 })
}
