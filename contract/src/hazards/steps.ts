import { z } from "zod"
import type { Id } from "../core/wire.ts"

/** DAY-6: the states of a hazard, with their labels. */
export const hazardStates = {
  reported: "待指派",
  assigned: "整改中",
  rectified: "待复查",
  closed: "已销号",
  rejected: "已驳回",
} as const
export type HazardState = keyof typeof hazardStates
export const HazardState = z.enum(Object.keys(hazardStates) as [HazardState, ...HazardState[]])

/** The states in which something is still to be done. */
export const activeHazardStates = [
  "reported",
  "assigned",
  "rectified",
] as const satisfies readonly HazardState[]

/** The actions, with the labels of their buttons. */
export const hazardActions = {
  assign: "指派整改",
  reject: "驳回",
  rectify: "提交整改",
  close: "复查通过，销号",
  sendBack: "退回整改",
  urge: "督办",
} as const
export type HazardAction = keyof typeof hazardActions
export const HazardAction = z.enum(Object.keys(hazardActions) as [HazardAction, ...HazardAction[]])

/** The entries of the history. `escalated` and `released` are nobody's action. */
export const hazardDeeds = {
  reported: "上报了隐患",
  assigned: "指派了整改",
  rejected: "驳回了上报",
  rectified: "提交了整改",
  closed: "复查通过，已销号",
  returned: "退回了整改",
  urged: "发出了督办",
  escalated: "逾期未处理，已上报",
  released: "整改人已调离，等待重新指派",
} as const
export type HazardDeed = keyof typeof hazardDeeds
export const HazardDeed = z.enum(Object.keys(hazardDeeds) as [HazardDeed, ...HazardDeed[]])

interface Step {
  readonly from: readonly HazardState[]
  /** The state afterwards; null: unchanged. */
  readonly to: HazardState | null
  /**
   * `manager`: who holds `hazards.manage` for its organisation. `reviewer`: one of them who has not rectified it.
   * `assignee`: who was given it. `bureau`: who holds it for the bureau that it was escalated to.
   */
  readonly by: "manager" | "reviewer" | "assignee" | "bureau"
  readonly deed: HazardDeed
}

/** All transitions. What is closed or rejected stays so: what is found again is reported again. */
export const hazardSteps: Readonly<Record<HazardAction, Step>> = {
  assign: { from: ["reported", "assigned"], to: "assigned", by: "manager", deed: "assigned" },
  reject: { from: ["reported"], to: "rejected", by: "manager", deed: "rejected" },
  rectify: { from: ["assigned"], to: "rectified", by: "assignee", deed: "rectified" },
  close: { from: ["rectified"], to: "closed", by: "reviewer", deed: "closed" },
  sendBack: { from: ["rectified"], to: "assigned", by: "reviewer", deed: "returned" },
  urge: { from: ["reported", "assigned", "rectified"], to: null, by: "bureau", deed: "urged" },
}

export interface HazardFacts {
  readonly state: HazardState
  readonly assigneeId: Id | null
  /** Who has rectified it last. */
  readonly rectifiedById: Id | null
  /** The bureau that it was escalated to. */
  readonly escalatedTo: Id | null
}

export interface HazardActor {
  readonly id: Id
  readonly orgid: Id
  /** Holds `hazards.manage` for the hazard's organisation. */
  readonly isManager: boolean
  /** Holds it for their own. */
  readonly isManagerAtHome: boolean
}

/** `ownWork`: who rectified it may not review it. */
export type HazardObstacle = "state" | "person" | "ownWork"

/** Why somebody who reaches the hazard may not do this to it now; null: they may. */
export function obstacleTo(
  action: HazardAction,
  hazard: HazardFacts,
  actor: HazardActor,
): HazardObstacle | null {
  const { from, by } = hazardSteps[action]
  if (!from.includes(hazard.state)) return "state"
  switch (by) {
    case "manager":
      return actor.isManager ? null : "person"
    case "reviewer":
      if (!actor.isManager) return "person"
      return hazard.rectifiedById === actor.id ? "ownWork" : null
    case "assignee":
      return hazard.assigneeId === actor.id ? null : "person"
    case "bureau":
      return actor.isManagerAtHome && hazard.escalatedTo === actor.orgid ? null : "person"
  }
}

export function hazardActionsFor(hazard: HazardFacts, actor: HazardActor): HazardAction[] {
  return HazardAction.options.filter((action) => obstacleTo(action, hazard, actor) === null)
}

/** The reducer: the state after an action that nothing stands against. */
export function hazardStateAfter(action: HazardAction, before: HazardState): HazardState {
  return hazardSteps[action].to ?? before
}
