import type { StatusCheck } from "@uc/contract/status/calls"
import {
  checkStates,
  checkTitles,
  filledIn,
  findingWords,
  type FindingWords,
} from "@uc/contract/status/findings"
import type { Finding } from "./checks/finding.ts"

/** A finding as the page shows it. */
export function inWords({ id, code, values }: Finding): StatusCheck {
  const { state } = findingWords[code]
  const { found, todo }: FindingWords = findingWords[code]
  return {
    id,
    state,
    title: checkTitles[id],
    found: filledIn(found, values),
    todo: todo === undefined ? null : filledIn(todo, values),
  }
}

/** What is wrong comes first; otherwise in the order of the checks. */
export function inOrder(checks: readonly StatusCheck[]): StatusCheck[] {
  const ids = Object.keys(checkTitles)
  return checks.toSorted(
    (a, b) =>
      checkStates.indexOf(a.state) - checkStates.indexOf(b.state) || ids.indexOf(a.id) - ids.indexOf(b.id),
  )
}
