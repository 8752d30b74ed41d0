import type { MergePlan } from "@uc/contract/organisations/admin-calls"

/** What a merge did, for the audit log. */
export function mergeFacts({ into, moves, renamed }: MergePlan): Readonly<Record<string, string>> {
  return {
    name: `并入${into}`,
    moves: moves.map(({ what, count }) => `${what}${count}`).join("、"),
    renamed: renamed.map(({ from, to }) => `${from}改名为${to}`).join("、"),
  }
}
