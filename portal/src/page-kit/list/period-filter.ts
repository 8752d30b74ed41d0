import { Day } from "@uc/contract/core/wire"
import { z } from "zod"
import { nowMs } from "../../platform/browser/clock.ts"
import { boundsOf, periods, type Period } from "../../ui/format/period.ts"
import type { FilterField } from "./filter-bar.tsx"
import { filter } from "./url-filters.ts"

/** A named period, or chosen days. */
export const periodParameters = (usual: Period) => ({
  period: filter(z.enum(Object.keys(periods) as [Period, ...Period[]]), usual),
  from: filter(Day),
  to: filter(Day),
})

export interface PeriodState {
  readonly period: Period
  readonly from: string
  readonly to: string
}

const choices = Object.entries(periods) as [Period, string][]

export function periodFields<S extends PeriodState>({ period }: S): readonly FilterField<S>[] {
  const fields: readonly FilterField<PeriodState>[] = [
    { choice: "period", label: "时间", choices },
    ...(period === "chosen"
      ? [{ day: "from", label: "从" } as const, { day: "to", label: "到" } as const]
      : []),
  ]
  // For lists with more parameters than these.
  return fields as unknown as readonly FilterField<S>[]
}

export const periodBounds = ({ period, from, to }: PeriodState) => boundsOf(period, { from, to }, nowMs())
