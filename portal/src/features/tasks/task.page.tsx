import { inThousands } from "../../ui/format/in-thousands.ts"
import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import { taskCalls, type TaskView } from "@uc/contract/tasks/calls"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { useEffect, useState } from "react"
import { useQueryClient } from "@tanstack/react-query"
import { messageOf } from "../../platform/http/failure.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { TaskCalendar } from "./task-calendar.tsx"
import { TaskDrawer } from "./task-drawer.tsx"
import { TaskFilters } from "./task-filters.tsx"
import { TaskForm } from "./task-form.tsx"
import { filtersOf, isFiltered, type TaskFilterState } from "./task-filters-url.ts"
import { TaskTable } from "./task-table.tsx"
import { TaskTiles } from "./task-tiles.tsx"
import { shownOfTasks, useTaskAction } from "./use-task-action.ts"
import { useTaskFilters } from "./use-task-filters.ts"
import css from "./tasks.module.css"

const pageSize = 20

/** WORK-1. */
export function Component() {
  const user = useUser()
  return user && <Tasks user={user} />
}

function tabsFor({ admintype }: CurrentUser): Record<TaskView, string> {
  return {
    mine: "我的任务",
    given: "我布置的",
    all: admintype === admintypes.none ? "与我有关" : "全部任务",
  }
}

function Tasks({ user }: { readonly user: CurrentUser }) {
  const { place, onFilter, onReset, onPage, onOpen, onClose, urlOf } = useTaskFilters()
  const [isGiving, setGiving] = useState(false)
  const { data: counts } = useCall(taskCalls.counts, {})
  const file = useExport(taskCalls.exportList)
  const queries = useQueryClient()

  // What the bell brings is mostly about these.
  useEffect(
    () =>
      onEvent("bell", () => {
        for (const call of shownOfTasks) void queries.invalidateQueries({ queryKey: callKey(call) })
      }),
    [queries],
  )

  return (
    <Page
      title="任务"
      words="布置、办理、催办和跟进，每个人、每个单位的进度都看得见。"
      actions={
        !user.isParent && (
          <Button look="primary" onClick={() => setGiving(true)}>
            <Icon name="plus" sizePx={16} />
            布置任务
          </Button>
        )
      }
    >
      <TaskTiles counts={counts} place={place} onFilter={onFilter} />
      <div className={css.card}>
        <Tabs label="任务" tabs={tabsFor(user)} current={place.view} onChange={(view) => onFilter({ view })}>
          <div className={css.panel}>
            <div className={css.tools}>
              {place.look === "list" ? (
                <TaskFilters place={place} onFilter={onFilter} onReset={onReset} />
              ) : (
                <span className={css.none}>按截止时间查看，未设期限的任务请在列表中查看</span>
              )}
              <div className={css.acts}>
                {place.look === "list" && (
                  <ExportButton isBusy={file.isBusy} onExport={() => void file.run(filtersOf(place))} />
                )}
                <div className={css.looks} role="group" aria-label="查看方式">
                  <button
                    type="button"
                    aria-pressed={place.look === "list"}
                    onClick={() => onFilter({ look: "list" })}
                  >
                    <Icon name="table" sizePx={16} />
                    列表
                  </button>
                  <button
                    type="button"
                    aria-pressed={place.look === "month"}
                    onClick={() => onFilter({ look: "month" })}
                  >
                    <Icon name="grid" sizePx={16} />
                    日历
                  </button>
                </div>
              </div>
            </div>
            {place.look === "list" ? (
              <TaskList
                key={place.view}
                place={place}
                onReset={onReset}
                onPage={onPage}
                urlOf={urlOf}
                onGive={user.isParent ? null : () => setGiving(true)}
              />
            ) : (
              <TaskCalendar place={place} onMonth={(month) => onFilter({ month })} urlOf={urlOf} />
            )}
          </div>
        </Tabs>
      </div>
      {place.task !== "" && (
        <TaskDrawer key={`${place.task}-${place.work}`} id={place.task} work={place.work} onClose={onClose} />
      )}
      {isGiving && (
        <TaskForm
          user={user}
          task={null}
          onSaved={(id) => {
            setGiving(false)
            onOpen(id)
          }}
          onClose={() => setGiving(false)}
        />
      )}
    </Page>
  )
}

interface TaskListProps {
  readonly place: TaskFilterState
  readonly onReset: () => void
  readonly onPage: (cursor: string) => void
  readonly urlOf: (task: string, work?: string) => string
  readonly onGive: (() => void) | null
}

/** The four faces of the list, and what can be done with several at once. */
function TaskList({ place, onReset, onPage, urlOf, onGive }: TaskListProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const { act, isBusy, problem, setProblem } = useTaskAction()
  const { data, error, isPlaceholderData, refetch } = useCall(
    taskCalls.list,
    { ...filtersOf(place), limit: pageSize, ...(place.cursor !== "" && { cursor: place.cursor }) },
    { keepsPrevious: true },
  )
  if (error) return <ErrorState title="任务没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 44)} />
  if (data.items.length === 0)
    return <Nothing place={place} isPage={place.cursor !== ""} onReset={onReset} onGive={onGive} />

  const shown = new Set(data.items.map(({ id }) => id))
  const chosen = [...ticked].filter((id) => shown.has(id))

  function onTick(ids: readonly string[], isOn: boolean) {
    setTicked((now) => {
      const next = new Set([...now].filter((id) => isOn || !ids.includes(id)))
      if (isOn) for (const id of ids) next.add(id)
      return next
    })
  }

  async function remind() {
    const ids = chosen.slice(0, taskLimits.remindedAtOnce).join(",")
    const done = await act(taskCalls.remind, { ids })
    if (!done) return
    showToast("success", taskMessages.reminded(done.reminded))
    setTicked(new Set())
  }

  return (
    <>
      {chosen.length > 0 && (
        <div className={css.acts} role="status">
          <span>已选择 {chosen.length} 个任务</span>
          <Button look="primary" aria-busy={isBusy} onClick={() => void remind()}>
            {isBusy ? <Spinner sizePx={16} /> : <Icon name="bell" sizePx={16} />}
            提醒未完成的人
          </Button>
          <Button
            onClick={() => {
              setTicked(new Set())
              setProblem(null)
            }}
          >
            取消选择
          </Button>
          {problem && (
            <span role="alert" className={css.late}>
              {problem}
            </span>
          )}
        </div>
      )}
      <TaskTable
        rows={data.items}
        isStale={isPlaceholderData}
        urlOf={urlOf}
        ticked={place.view === "given" ? ticked : null}
        onTick={onTick}
      />
      <nav className={css.foot} aria-label="翻页">
        <span>共 {inThousands(data.total)} 个任务</span>
        {place.cursor !== "" && <Button onClick={() => onPage("")}>回到第一页</Button>}
        {data.next !== null && <Button onClick={() => onPage(data.next ?? "")}>下一页</Button>}
      </nav>
    </>
  )
}

function Nothing({
  place,
  isPage,
  onReset,
  onGive,
}: {
  readonly place: TaskFilterState
  readonly isPage: boolean
  readonly onReset: () => void
  readonly onGive: (() => void) | null
}) {
  if (isFiltered(place) || isPage)
    return (
      <EmptyState
        art="empty"
        title="没有符合条件的任务"
        words="试试放宽状态、期限或其他筛选条件。"
        actions={<Button onClick={onReset}>重置筛选</Button>}
      />
    )
  if (place.view !== "mine" && onGive)
    return (
      <EmptyState
        art="empty"
        title="没有进行中的任务"
        words="布置后可以在这里看到每个人、每个单位的进度。"
        actions={<Button onClick={onGive}>布置任务</Button>}
      />
    )
  return (
    <EmptyState
      art="empty"
      title="没有待办任务"
      words="别人布置给您的任务会出现在这里；已完成的可在“状态”中查看。"
    />
  )
}
