import {
  todoBadge,
  todoCountCalls,
  todoKinds,
  type TodoCounts,
  type TodoKind,
} from "@uc/contract/todo-counts/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { MenuEntry } from "../menus/public.ts"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"

const everyMs = 60_000
/** A fresher answer is not loaded again because another page shows it, or because the stream has just opened. */
const freshMs = 5000
/** HOME-5: what waits for the user. Loaded once for all that show it. */
export function useTodoCounts(isEnabled = true): TodoCounts | undefined {
  const client = useQueryClient()
  const { data } = useCall(todoCountCalls.counts, {}, { isEnabled, everyMs, staleMs: freshMs })
  useEffect(
    () =>
      isEnabled
        ? // A task given, a notice read: both make a `bell` event.
          onEventSpread(
            "bell",
            () => void client.refetchQueries({ queryKey: callKey(todoCountCalls.counts), stale: true }),
          )
        : undefined,
    [client, isEnabled],
  )
  return data
}

/** The portal's page that it waits behind. */
const todoPages: Readonly<Record<string, TodoKind>> = {
  "tasks/task": "tasks",
  "alarms/alarms": "alarms",
  "notices/notices": "notices",
  "drills/drills": "drills",
  "assessments/assessments": "assessments",
  "hazards/hazards": "hazards",
}

interface TodoBadge {
  readonly text: string
  readonly words: string
}

function kindBehind({ shows }: MenuEntry): TodoKind | undefined {
  return shows.kind === "page" ? todoPages[shows.page] : undefined
}

function kindsBelow(entry: MenuEntry): readonly TodoKind[] {
  return [kindBehind(entry) ?? [], ...entry.children.map(kindsBelow)].flat()
}

/** Of a branch, for all that is below it; the same page is counted once. */
export function badgeOf(entry: MenuEntry, counts: TodoCounts | undefined): TodoBadge | undefined {
  if (counts === undefined) return undefined
  const kinds = new Set(kindsBelow(entry))
  const text = todoBadge([...kinds].reduce((sum, kind) => sum + counts[kind], 0))
  if (text === null) return undefined
  const own = kindBehind(entry)
  return { text, words: own === undefined ? "项待处理" : `项${todoKinds[own]}` }
}
