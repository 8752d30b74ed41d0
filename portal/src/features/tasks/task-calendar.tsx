import { taskCalls, taskStates, taskStateLabels, type CalendarTask } from "@uc/contract/tasks/calls"
import { useEffect, useRef, useState, type KeyboardEvent } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { momentAt } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { dayAfterKey, monthGrid, monthsLater } from "./month.ts"
import { stateLooks } from "./task-labels.ts"
import type { TaskFilterState } from "./task-filters.ts"
import css from "./task-calendar.module.css"

const weekdays = ["一", "二", "三", "四", "五", "六", "日"]
const shownInADay = 3

/** What is due when. The WAI-ARIA grid: arrows walk the days, Page Up and Page Down the months. */
export function TaskCalendar({ url }: { readonly url: UrlState<TaskFilterState> }) {
  const today = momentAt(nowMs()).slice(0, 10)
  const month = url.state.month === "" ? today.slice(0, 7) : url.state.month
  const onMonth = (to: string) => url.narrow({ month: to })
  const urlOf = (task: string) => url.addressWith({ task, work: "" })
  const grid = monthGrid(month)
  const [chosen, setChosen] = useState(today.startsWith(month) ? today : `${month}-01`)
  const day = chosen >= grid.from && chosen <= grid.to ? chosen : `${month}-01`
  const isByKey = useRef(false)
  const cell = useRef<HTMLButtonElement>(null)
  const answer = useCall(
    taskCalls.calendar,
    { view: url.state.view, from: grid.from, to: grid.to },
    { keepsPrevious: true },
  )
  const byDay = new Map<string, CalendarTask[]>()
  for (const task of answer.data?.items ?? []) {
    const due = byDay.get(task.deadline.slice(0, 10))
    if (due) due.push(task)
    else byDay.set(task.deadline.slice(0, 10), [task])
  }

  useEffect(() => {
    // Another month is rendered after the address has changed.
    if (!isByKey.current || day !== chosen) return
    cell.current?.focus()
    isByKey.current = false
  })

  function onKey(event: KeyboardEvent) {
    const next = dayAfterKey(day, event.key)
    if (next === null) return
    event.preventDefault()
    isByKey.current = true
    setChosen(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }

  if (answer.error)
    return <ErrorState title="日历加载失败" words={messageOf(answer.error)} onRetry={answer.refetch} />
  return (
    <Stack gap={12} className={css.calendar} aria-busy={answer.isPlaceholderData || !answer.data}>
      <Row gap={8} wrap>
        <Button aria-label="上个月" onClick={() => onMonth(monthsLater(month, -1))}>
          <span className={css.back}>
            <Icon name="right" sizePx={14} />
          </span>
        </Button>
        <Text as="h2" aria-live="polite" size={16} figures>
          {`${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`}
        </Text>
        <Button aria-label="下个月" onClick={() => onMonth(monthsLater(month, 1))}>
          <Icon name="right" sizePx={14} />
        </Button>
        {month !== today.slice(0, 7) && (
          <Button
            onClick={() => {
              setChosen(today)
              onMonth("")
            }}
          >
            回到本月
          </Button>
        )}
        {answer.data?.isCut && <Text tone="faint">任务较多，只显示了一部分</Text>}
      </Row>
      {/* The pattern of WAI-ARIA for a calendar: a table that the arrow keys walk. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" className={css.grid} aria-label="按截止时间的日历">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                <span className="only-read-aloud">星期</span>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => {
                const due = byDay.get(each) ?? []
                return (
                  <td
                    key={each}
                    className={classes(
                      css.day,
                      !each.startsWith(month) && css.outside,
                      each === today && css.today,
                      each === day && css.chosen,
                    )}
                    aria-selected={each === day}
                  >
                    <button
                      ref={each === day ? cell : null}
                      type="button"
                      className={css.number}
                      tabIndex={each === day ? 0 : -1}
                      aria-label={`${Number(each.slice(5, 7))}月${Number(each.slice(8))}日，${due.length}项任务`}
                      onKeyDown={onKey}
                      onClick={() => setChosen(each)}
                    >
                      {Number(each.slice(8))}
                      {due.length > 0 && <span className={css.dot}>{due.length}</span>}
                    </button>
                    <Stack as="ul" gap={2} className={css.due}>
                      {due.slice(0, shownInADay).map((task) => (
                        <li key={task.id} className={lookOf(task)}>
                          <Text as={Link} to={urlOf(task.id)} tabIndex={-1} truncate title={task.title}>
                            {task.title}
                          </Text>
                        </li>
                      ))}
                      {due.length > shownInADay && (
                        <li className={css.more}>还有 {due.length - shownInADay} 项</li>
                      )}
                    </Stack>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <DayList day={day} tasks={byDay.get(day) ?? []} urlOf={urlOf} />
    </Stack>
  )
}

function lookOf({ state, isOverdue }: CalendarTask): string | undefined {
  if (state === taskStates.finished) return css.done
  return isOverdue ? css.late : undefined
}

function DayList({
  day,
  tasks,
  urlOf,
}: {
  readonly day: string
  readonly tasks: readonly CalendarTask[]
  readonly urlOf: (task: string) => string
}) {
  return (
    <Stack as="section" gap={8} padX={16} padY={12} surface="card" aria-label="当天到期的任务">
      <Text as="h3" size={14}>{`${Number(day.slice(5, 7))}月${Number(day.slice(8))}日到期`}</Text>
      {tasks.length === 0 ? (
        <Text as="p" tone="soft">
          这一天没有到期的任务
        </Text>
      ) : (
        <ul>
          {tasks.map((task) => (
            <Row as="li" key={task.id} gap={12} padY={10} line="top">
              <Text as="time" tone="soft" figures>
                {task.deadline.slice(11, 16)}
              </Text>
              <Text as={Link} to={urlOf(task.id)} grow breaks>
                {task.title}
              </Text>
              {task.isOverdue ? (
                <Tag tone="danger" icon="danger">
                  已逾期
                </Tag>
              ) : (
                <Tag {...stateLooks[task.state]}>{taskStateLabels[task.state]}</Tag>
              )}
            </Row>
          ))}
        </ul>
      )}
    </Stack>
  )
}
