import { domainCalls, domainMessages, type InheritedDomain } from "@uc/contract/domains/calls"
import { mixedContentProblem } from "@uc/contract/domains/mixed-content"
import { useCallback, useEffect, useReducer } from "react"
import { refreshInForceAfterChange } from "./domains-in-force.ts"
import { Failure, isCancelled } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import {
  noRows,
  problemOf,
  reduceDomains,
  type DomainEvent,
  type DomainRow,
  type DomainRows,
} from "./domain-rows.machine.ts"

export interface DomainList {
  readonly state: DomainRows
  readonly dispatch: (event: DomainEvent) => void
  readonly load: () => Promise<void>
  readonly save: (row: DomainRow) => Promise<void>
  readonly remove: (row: DomainRow) => Promise<void>
  /** The new secret; null: it was refused, and the refusal is shown. */
  readonly renewSecret: (row: DomainRow) => Promise<string | null>
  /** DISTRICT-12: a site from above is not wanted here, or is again. */
  readonly want: (domain: InheritedDomain, isWanted: boolean) => Promise<void>
}

/** A declined re-authentication means that they changed their mind. */
function isGivenUp(error: unknown): boolean {
  return error instanceof Failure && error.kind === "reauth"
}

/** `mayListBelow`: whoever may not say it leaves it as it is. */
export function useDomainRows(mayListBelow: boolean): DomainList {
  const [state, dispatch] = useReducer(reduceDomains, noRows)

  const load = useCallback(async () => {
    dispatch({ type: "asked" })
    try {
      dispatch({ type: "listed", ...(await send(domainCalls.list, {})) })
    } catch (error) {
      if (isCancelled(error)) return
      // DOM-4: to the console only.
      console.error(error)
      dispatch({ type: "failed" })
    }
  }, [])
  useEffect(() => void load(), [load])

  async function save(row: DomainRow): Promise<void> {
    const { key, saved, helpers, userFields, isForBelow } = row
    if (row.isBusy) return
    // Spaces around a pasted text are removed before it is checked.
    const [name, domainIp] = [row.name.trim(), row.domainIp.trim()]
    if (name !== row.name || domainIp !== row.domainIp)
      dispatch({ type: "typed", key, fields: { name, domainIp } })
    const problem = problemOf({ name, domainIp })
    if (problem !== null) return dispatch({ type: "found", key, problem })
    dispatch({ type: "saving", key })
    try {
      const known = saved ? { id: saved.id, version: saved.version } : {}
      let told: string = domainMessages.saved
      const domain = await send(
        domainCalls.save,
        {
          ...known,
          name,
          domainIp,
          helpers: helpers.join(),
          userFields: userFields.join(),
          ...(mayListBelow ? { isForBelow: isForBelow ? 1 : 0 } : {}),
        },
        { onMessage: (sentence) => (told = sentence) },
      )
      dispatch({ type: "saved", key, domain })
      showToast("success", told)
      const blocked = mixedContentProblem(domainIp, window.location.origin)
      if (blocked !== null) showToast("info", blocked)
      await refreshInForceAfterChange()
    } catch (error) {
      dispatch({ type: "refused", key })
      showFailure(error, domainMessages.saveFailed)
    }
    // The list is loaded again: a refusal may be about another administrator's change.
    await load()
  }

  /** DOM-2, DOM-3. */
  async function remove({ key, saved }: DomainRow): Promise<void> {
    if (!saved) return dispatch({ type: "removed", key })
    try {
      await send(domainCalls.remove, { id: saved.id })
      dispatch({ type: "removed", key })
      showToast("success", domainMessages.removed)
      await refreshInForceAfterChange()
    } catch (error) {
      if (isGivenUp(error)) return showToast("info", domainMessages.removeCancelled)
      if (!isCancelled(error)) showToast("error", domainMessages.removeFailed)
    }
    await load()
  }

  async function renewSecret({ saved }: DomainRow): Promise<string | null> {
    if (!saved) return null
    try {
      const { secret } = await send(domainCalls.renewSecret, { id: saved.id })
      void load()
      return secret
    } catch (error) {
      if (!isGivenUp(error)) showFailure(error)
      return null
    }
  }

  async function want({ id }: InheritedDomain, isWanted: boolean): Promise<void> {
    try {
      await send(isWanted ? domainCalls.accept : domainCalls.decline, { id })
      showToast("success", isWanted ? domainMessages.accepted : domainMessages.declined)
      await refreshInForceAfterChange()
    } catch (error) {
      if (!isGivenUp(error)) showFailure(error)
    }
    await load()
  }

  return { state, dispatch, load, save, remove, renewSecret, want }
}
