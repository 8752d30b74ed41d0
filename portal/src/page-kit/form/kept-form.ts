import { updateMessages } from "@uc/contract/core/update-messages"
import { useEffect, useEffectEvent, useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { forgetKept, keepOverReload, keptFields } from "../../platform/session/kept-text.ts"

/**
 * BROWSER-11: begins with what was typed before a reload that the portal did itself. Only fields that were changed are put
 * back, so that what others have saved meanwhile stays; a field that a new version no longer has is left out.
 */
export function useKeptValues<V extends object>(
  name: string,
  initial: V | (() => V),
): readonly [V, (change: (now: V) => V) => void, V] {
  const [first] = useState(initial)
  const [back] = useState(() => fieldsOf(first, name))
  const [values, setValues] = useState<V>({ ...first, ...back })
  const changed = useEffectEvent(() => changedIn(values, first))
  const hasBack = back !== null
  useEffect(() => {
    if (hasBack) {
      forgetKept(name)
      showToast("info", updateMessages.restored)
    }
    return keepOverReload(name, () => changed())
  }, [name, hasBack])
  return [values, setValues, first]
}

function fieldsOf<V extends object>(first: V, name: string): Partial<V> | null {
  const kept = keptFields(name)
  if (kept === null) return null
  const known = Object.entries(kept).filter(([field]) => field in first)
  return known.length === 0 ? null : (Object.fromEntries(known) as Partial<V>)
}

/** Null: nothing was changed. */
export function changedIn<V extends object>(values: V, first: V): Record<string, unknown> | null {
  const fields = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify((first as Record<string, unknown>)[field]),
  )
  return fields.length === 0 ? null : Object.fromEntries(fields)
}

/** Forms of one call for different things must not be confused: what the call would be sent names them. */
export function formName(path: string, input: () => object): string {
  try {
    const ids = Object.entries(input()).filter(([field]) => /ids?$|^work$/i.test(field))
    return `${path} ${JSON.stringify(ids)}`
  } catch {
    return path
  }
}
