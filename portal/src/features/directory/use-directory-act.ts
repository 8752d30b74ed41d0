import type { Call, InputOf, OutputOf } from "@uc/contract/call"
import { useQueryClient } from "@tanstack/react-query"
import { departmentCalls } from "@uc/contract/departments"
import { departmentWorkCalls } from "@uc/contract/departments-at-work"
import { directoryCalls } from "@uc/contract/directory"
import { organisationWorkCalls } from "@uc/contract/organisations-at-work"
import { peopleWorkCalls } from "@uc/contract/people-at-work"
import { useContext, useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { newIdempotencyKey, send } from "../../platform/send.ts"
import { callKey } from "../../platform/use-call.ts"
import { TreeReload } from "./tree-reload.ts"

/** What a write may have changed. */
const shown = [
  organisationWorkCalls.details,
  departmentWorkCalls.details,
  directoryCalls.area,
  directoryCalls.found,
  departmentCalls.tree,
  peopleWorkCalls.details,
  peopleWorkCalls.list,
]

/**
 * A write of these pages. It has one key for as long as its dialog is open, so that whatever is pressed twice or repeated
 * after a lost answer is done once (REQ-2). What is on screen is asked for anew, the tree included.
 */
export function useDirectoryAct() {
  const client = useQueryClient()
  const reload = useContext(TreeReload)
  const [idempotencyKey] = useState(newIdempotencyKey)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function act<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C> | null> {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    try {
      const done = await send(call, input, { idempotencyKey })
      void reload()
      void Promise.all(shown.map((each) => client.invalidateQueries({ queryKey: callKey(each) })))
      return done
    } catch (error) {
      setProblem(messageOf(error))
      return null
    } finally {
      setBusy(false)
    }
  }

  /** For a question before it: the sentence when it went wrong, null when it is done. */
  async function confirmed<C extends Call>(call: C, input: InputOf<C>): Promise<string | null> {
    try {
      await send(call, input, { idempotencyKey })
    } catch (error) {
      return messageOf(error) ?? "操作已取消"
    }
    void reload()
    void Promise.all(shown.map((each) => client.invalidateQueries({ queryKey: callKey(each) })))
    return null
  }

  return { act, confirmed, isBusy, problem, setProblem }
}
