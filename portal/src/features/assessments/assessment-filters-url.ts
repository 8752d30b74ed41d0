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
export interface AssessmentFilterState {
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

const shapes: Readonly<Record<keyof AssessmentFilterState, z.ZodType<string>>> = {
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
export function filtersFromUrl(address: URLSearchParams, usual: AssessmentView): AssessmentFilterState {
  const said: Record<string, string> = {}
  for (const [key, shape] of Object.entries(shapes)) {
    const read = shape.safeParse(address.get(key))
    if (read.success) said[key] = read.data
  }
  return { view: usual, ...nowhere, ...(said as Partial<AssessmentFilterState>) }
}

function urlOf(place: AssessmentFilterState): URLSearchParams {
  return new URLSearchParams(Object.entries(place).filter(([, value]) => value !== ""))
}

/** A reload, a link and "back" lead to the same list. */
export function useAssessmentFilters(usual: AssessmentView) {
  const [address, setAddress] = useSearchParams()
  const place = filtersFromUrl(address, usual)
  return {
    place,
    go: (change: Partial<AssessmentFilterState>) => setAddress(urlOf({ ...place, ...change })),
    /** Trying filters out is one step back, not ten; and the list begins at its beginning. */
    onFilter: (change: Partial<AssessmentFilterState>) =>
      setAddress(urlOf({ ...place, before: "", ...change }), { replace: true }),
    onView: (view: AssessmentView) => setAddress(urlOf({ ...nowhere, view })),
  }
}
