import { assessmentLimits } from "@uc/contract/assessments/messages"
import { AssessmentStage } from "@uc/contract/assessments/steps"
import { Cursor, Id } from "@uc/contract/core/wire"
import { useSearchParams } from "react-router"
import { z } from "zod"

export const assessmentViews = {
  mine: "本单位填报",
  given: "下发与审核",
  schemes: "考核方案",
  results: "考核结果",
  profiles: "单位档案",
} as const
export type AssessmentView = keyof typeof assessmentViews

/** What is shown; all of it stands in the address. */
export interface AssessmentPlace {
  readonly view: AssessmentView
  readonly stage: AssessmentStage | ""
  readonly search: string
  readonly before: string
  /** The one that is open. */
  readonly id: string
  readonly scheme: string
  readonly period: string
  /** Whose profile is open. */
  readonly org: string
}

const shapes: Readonly<Record<keyof AssessmentPlace, z.ZodType<string>>> = {
  view: z.enum(Object.keys(assessmentViews) as [AssessmentView, ...AssessmentView[]]),
  stage: AssessmentStage,
  search: z.string().max(assessmentLimits.searched),
  before: Cursor,
  id: Id,
  scheme: Id,
  period: z.string().max(assessmentLimits.period),
  org: Id,
}

const nowhere = { stage: "", search: "", before: "", id: "", scheme: "", period: "", org: "" } as const

/** An address may be typed by anybody: what it says wrongly, it does not say. */
export function placeFrom(address: URLSearchParams, usual: AssessmentView): AssessmentPlace {
  const said: Record<string, string> = {}
  for (const [key, shape] of Object.entries(shapes)) {
    const read = shape.safeParse(address.get(key))
    if (read.success) said[key] = read.data
  }
  return { view: usual, ...nowhere, ...(said as Partial<AssessmentPlace>) }
}

function addressOf(place: AssessmentPlace): URLSearchParams {
  return new URLSearchParams(Object.entries(place).filter(([, value]) => value !== ""))
}

/** A reload, a link and "back" lead to the same list. */
export function useAssessmentPlace(usual: AssessmentView) {
  const [address, setAddress] = useSearchParams()
  const place = placeFrom(address, usual)
  return {
    place,
    go: (change: Partial<AssessmentPlace>) => setAddress(addressOf({ ...place, ...change })),
    /** Trying filters out is one step back, not ten; and the list begins at its beginning. */
    onFilter: (change: Partial<AssessmentPlace>) =>
      setAddress(addressOf({ ...place, before: "", ...change }), { replace: true }),
    onView: (view: AssessmentView) => setAddress(addressOf({ ...nowhere, view })),
  }
}
