import { taskRepeats, taskStates, taskStateLabels, type Task } from "@uc/contract/tasks/calls"
import { Link } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { priorityLooks, stateLooks } from "./task-labels.ts"
import { usePriorities } from "./use-priorities.ts"
import { WorkBar } from "./work/work-bar.tsx"
import css from "./tasks.module.css"

interface TaskTableProps {
  readonly rows: readonly Task[]
  readonly isStale: boolean
  readonly urlOf: (task: string, work?: string) => string
  /** Those that are ticked; null: nothing can be. */
  readonly ticked: ReadonlySet<string> | null
  readonly onTick: (ids: readonly string[], isOn: boolean) => void
}

type Row = Task & { readonly to: string; readonly priorityWord: string }

const columns: readonly Column<Row>[] = [
  {
    title: "任务",
    cell: ({ to, title, priority, priorityWord, givername, giverorg, repeat, forOrganisation }) => {
      const look = priorityLooks[priority]
      return (
        <>
          <span className={css.titled}>
            {look && <Tag {...look}>{priorityWord}</Tag>}
            <Link className={css.link} to={to}>
              {title}
            </Link>
          </span>
          <small className={css.under}>
            {[giverorg, givername].filter(Boolean).join(" ")} 布置
            {repeat && ` · ${taskRepeats[repeat]}重复`}
            {forOrganisation && " · 本单位任务"}
          </small>
        </>
      )
    },
  },
  {
    title: "截止时间",
    width: "170px",
    cell: ({ deadline, isOverdue }) =>
      deadline === null ? (
        <span className={css.none}>未设期限</span>
      ) : (
        <span className={isOverdue ? css.late : undefined}>
          <time title={deadline}>{formatMoment(deadline, nowMs())}</time>
          {isOverdue && <small className={css.lateWords}>已逾期</small>}
        </span>
      ),
  },
  {
    title: "进度",
    width: "170px",
    cell: ({ progress, counts, work }) => (
      <WorkBar
        percent={progress}
        words={work === null ? `${counts.done}/${counts.total} 已完成` : `${progress}%`}
      />
    ),
  },
  {
    title: "状态",
    width: "110px",
    cell: ({ state, work }) => (
      <Tag {...stateLooks[state]}>
        {work !== null && state === taskStates.handedBack ? "已退回" : taskStateLabels[state]}
      </Tag>
    ),
  },
]

/** Whom a reminder would reach. */
function isRemindable({ state, counts }: Task): boolean {
  return state !== taskStates.cancelled && counts.done + counts.returned < counts.total
}

function tickColumn(ticked: ReadonlySet<string>, onTick: TaskTableProps["onTick"]): Column<Row> {
  return {
    title: "选择",
    width: "56px",
    cell: (row) =>
      isRemindable(row) && (
        <Checkbox
          className={css.tickBox}
          aria-label={`选择${row.title}`}
          checked={ticked.has(row.id)}
          onChange={({ target }) => onTick([row.id], target.checked)}
        />
      ),
  }
}

export function TaskTable({ rows, isStale, urlOf, ticked, onTick }: TaskTableProps) {
  const { wordOf } = usePriorities()
  const remindable = rows.filter(isRemindable).map(({ id }) => id)
  return (
    <>
      {ticked && remindable.length > 0 && (
        <label className={css.tickAll}>
          <Checkbox
            className={css.tickBox}
            checked={remindable.every((id) => ticked.has(id))}
            onChange={({ target }) => onTick(remindable, target.checked)}
          />
          选择本页未完成的任务
        </label>
      )}
      <DataTable
        label="任务列表"
        columns={ticked ? [tickColumn(ticked, onTick), ...columns] : columns}
        rows={rows.map((row) => ({
          ...row,
          to: urlOf(row.id, row.work ?? ""),
          priorityWord: wordOf(row.priority),
        }))}
        keyOf={({ id, work }) => work ?? id}
        rowClass={() => `${css.row} ${ticked ? css.ticked : ""}`}
        isStale={isStale}
      />
    </>
  )
}
