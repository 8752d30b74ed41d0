import { useEffect, useEffectEvent, useRef, useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { draftOf, forgetDraft, keepDraft, type Draft } from "../../platform/session/drafts.ts"
import type { DraftOffered } from "../../ui/forms/draft-offer.tsx"
import { formatMilliseconds } from "../../ui/format/moment-in-words.ts"
import { changedIn } from "./kept-form.ts"

interface DraftParts<V> {
  readonly first: V
  readonly values: V
  /** What was saved last; before that, what it began with. */
  readonly saved: V
  readonly hasFiles: boolean
  readonly onRestore: (fields: Partial<V>) => void
}

/**
 * DAY-9: what is typed is stored under the person and the form until it is saved or thrown away, whatever ends the page. The
 * next time the form is opened it is offered, not put in by itself: what it was about may have changed.
 */
export function useDraft<V extends object>(
  name: string,
  { first, values, saved, hasFiles, onRestore }: DraftParts<V>,
): DraftOffered | undefined {
  const [offered, setOffered] = useState<Draft | null>(() =>
    // After a reload of our own it is back already.
    changedIn(values, first) === null ? usableDraft(name, first) : null,
  )
  // Of the one that was taken over, until files are added again.
  const [lacksFiles, setLacksFiles] = useState(false)
  const changed = changedIn(values, saved)
  const text = changed === null ? null : JSON.stringify(changed)
  const wasChanged = useRef(false)
  const store = useEffectEvent((now: string | null, withFiles: boolean) => {
    if (now !== null && changed !== null) keepDraft(name, changed, withFiles || lacksFiles)
    // Everything is as it was before: there is nothing to go on with.
    else if (wasChanged.current) forgetDraft(name)
    wasChanged.current ||= changed !== null
  })
  useEffect(() => store(text, hasFiles), [text, hasFiles])
  if (offered === null) return lacksFiles && !hasFiles ? { lacksFiles } : undefined
  return {
    when: formatMilliseconds(offered.atMs, nowMs()),
    lacksFiles: offered.hadFiles === true,
    onRestore() {
      onRestore(offered.fields as Partial<V>)
      setLacksFiles(offered.hadFiles === true)
      setOffered(null)
    },
    onDiscard() {
      setOffered(null)
      if (changed === null) forgetDraft(name)
    },
  }
}

/** A field that a new version no longer has is left out. */
function usableDraft(name: string, first: object): Draft | null {
  const draft = draftOf(name)
  if (draft === null) return null
  const fields = Object.fromEntries(Object.entries(draft.fields).filter(([field]) => field in first))
  return changedIn({ ...first, ...fields }, first) === null ? null : { ...draft, fields }
}
