import { percentOfDone } from "@uc/contract/patrols/calls"

export function percentDone(counted: { readonly planned: number; readonly done: number }): string {
  const percent = percentOfDone(counted)
  return percent === null ? "—" : `${percent}%`
}
