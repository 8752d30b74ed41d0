import type { Call, InputOf } from "@uc/contract/core/call"
import { departmentCalls } from "@uc/contract/departments/calls"
import { departmentAdminCalls } from "@uc/contract/departments/admin-calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { useContext } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { TreeReload } from "./tree-reload.ts"

export const directoryShown = [
  organisationAdminCalls.details,
  departmentAdminCalls.details,
  directoryCalls.area,
  directoryCalls.found,
  departmentCalls.tree,
  peopleAdminCalls.details,
  peopleAdminCalls.list,
  peopleAdminCalls.posts,
  peopleAdminCalls.postTree,
]

/** A write of these pages. What is on screen is loaded again in the background, the tree included. */
export function useDirectoryAction() {
  const reload = useContext(TreeReload)
  const action = useAction({
    shown: directoryShown,
    isShownFirst: false,
    onDone: () => void reload(),
  })

  /** For a confirmation dialog: the sentence of a failure, null when it is done. */
  async function confirmed<C extends Call>(call: C, input: InputOf<C>): Promise<string | null> {
    try {
      await action.attempt(call, input)
      return null
    } catch (error) {
      return messageOf(error) ?? "操作已取消"
    }
  }

  return { ...action, confirmed }
}
