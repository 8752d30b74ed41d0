import { taskCalls, type TaskView } from "@uc/contract/tasks/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useEffect, useState } from "react"
import { useLocation } from "react-router"
import { useQueryClient } from "@tanstack/react-query"
import { z } from "zod"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { useUser } from "../../platform/session/session.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { SwitchGroup } from "../../ui/forms/switch-group.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Toolbar } from "../../ui/primitives/toolbar.tsx"
import { TaskCalendar } from "./task-calendar.tsx"
import { TaskDrawer } from "./task-drawer.tsx"
import { taskFilters } from "./task-filters.ts"
import { TaskForm } from "./task-form.tsx"
import { TaskList } from "./task-list.tsx"
import { TaskTiles } from "./task-tiles.tsx"
import { shownOfTasks } from "./use-task-action.ts"

const looks = [
  { key: "list", words: "列表", icon: "table" },
  { key: "month", words: "日历", icon: "grid" },
] as const

/** DAY-12: what the search hands over: for whom a task is to be written. In the state of the history, not in the address. */
const Handed = z.object({
  giveTo: z.object({ id: z.string(), name: z.string() }),
  asks: z.boolean().default(false),
})
type Named = z.infer<typeof Handed>["giveTo"]

/** WORK-1. */
export function Component() {
  const user = useUser()
  return user && <Tasks user={user} />
}

function tabsFor(user: CurrentUser): Record<TaskView, string> {
  return {
    mine: "我的任务",
    given: "我布置的",
    all: holds(user, "tasks.manage") ? "全部任务" : "与我有关",
  }
}

function Tasks({ user }: { readonly user: CurrentUser }) {
  const url = useUrlFilters(taskFilters)
  const { view, look, task, work } = url.state
  const { state: handed, key: visit } = useLocation()
  const [giving, setGiving] = useState<{ readonly to: readonly Named[]; readonly asks: boolean } | null>(null)
  const [seenVisit, setSeenVisit] = useState<string | null>(null)
  if (seenVisit !== visit) {
    setSeenVisit(visit)
    const { data } = Handed.safeParse(handed)
    if (data && !user.isParent) setGiving({ to: [data.giveTo], asks: data.asks })
  }
  const give = () => setGiving({ to: [], asks: false })
  const { data: counts } = useCall(taskCalls.counts, {})
  const queries = useQueryClient()

  // Most items of the bell are about these.
  useEffect(
    () =>
      onEvent("bell", () => {
        for (const call of shownOfTasks) void queries.invalidateQueries({ queryKey: callKey(call) })
      }),
    [queries],
  )

  const lookSwitch = (
    <SwitchGroup label="查看方式" choices={looks} value={look} onChange={(to) => url.narrow({ look: to })} />
  )
  return (
    <Page
      title="任务"
      words="布置、办理、催办和跟进，每个人、每个单位的进度都看得见。"
      actions={
        !user.isParent && (
          <Button look="primary" onClick={give}>
            <Icon name="plus" sizePx={16} />
            布置任务
          </Button>
        )
      }
    >
      <TaskTiles counts={counts} url={url} />
      <TabSheet label="任务" tabs={tabsFor(user)} current={view} onChange={(to) => url.narrow({ view: to })}>
        {look === "list" ? (
          <TaskList key={view} url={url} onGive={user.isParent ? null : give} actions={lookSwitch} />
        ) : (
          <>
            <Toolbar justify="between">
              <Text tone="faint">按截止时间查看，未设期限的任务请在列表中查看</Text>
              {lookSwitch}
            </Toolbar>
            <TaskCalendar url={url} />
          </>
        )}
      </TabSheet>
      {task !== "" && (
        <TaskDrawer
          key={`${task}-${work}`}
          id={task}
          work={work}
          onClose={() => url.replace({ task: "", work: "" })}
        />
      )}
      {giving && (
        <TaskForm
          user={user}
          task={null}
          to={giving.to}
          asks={giving.asks}
          onSaved={(id) => {
            setGiving(null)
            url.go({ task: id, work: "" })
          }}
          onClose={() => setGiving(null)}
        />
      )}
    </Page>
  )
}
