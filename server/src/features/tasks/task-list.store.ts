import {
  taskStates,
  type CalendarTask,
  type DueFilter,
  type Task,
  type TaskOrder,
  type TaskPriority,
  type TaskState,
  type TaskView,
} from "@uc/contract/tasks/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, count, eq, gte, inArray, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { task, taskAssignee } from "../../db/schema/tasks.ts"
import { onlyAdministered, type Scope } from "../../db/scope.ts"
import { isOwnWork, isTheirs, managesAny, requestKind, type TaskViewer } from "./task-access.ts"
import { mustBeSortable, rowsBefore, sortedOrder, sortedPage } from "../../db/queries/sorted.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"

export interface TaskFilter {
  readonly viewer: TaskViewer
  readonly scope: Scope
  readonly administered: Scope
  readonly view: TaskView
  readonly state?: TaskState | undefined
  readonly title?: string | undefined
  readonly due?: DueFilter | undefined
  readonly priority?: TaskPriority | undefined
  readonly finished?: string | undefined
  /** Undefined: the newest first, or as `sort` says. */
  readonly order?: TaskOrder | undefined
  readonly sort?: SortBy<"title" | "due" | "progress" | "state"> | undefined
}

interface Place {
  readonly start: number
  readonly limit: number
  readonly cursor?: string | undefined
}

export const isOpenWork = sql`${taskAssignee.state} in ('new', 'doing')`

/** Qualified by hand: drizzle leaves out the table in a select from one, and a sub-select would take its own column. */
const taskId = sql.raw(`"task"."id"`)
const giverId = sql.raw(`"task"."giver_id"`)
const giverOrg = sql.raw(`"task"."org_id"`)

function someoneIs(condition: SQL, counted?: SQL): SQL {
  const isOne = and(condition, counted)
  return sql`exists (select from ${taskAssignee} where ${taskAssignee.taskId} = ${taskId} and ${isOne})`
}

/** Of a whole task: counts the rows that row-level security shows, narrowed by `counted` where it shows more than are administered. */
function stateOfTask(counted?: SQL): SQL<TaskState> {
  return sql<TaskState>`case
  when ${task.cancelledAt} is not null then ${sql.raw(`${taskStates.cancelled}`)}
  when not ${someoneIs(sql`${taskAssignee.state} <> 'done'`, counted)} then ${sql.raw(`${taskStates.finished}`)}
  when ${someoneIs(sql`${taskAssignee.state} = 'returned'`, counted)} then ${sql.raw(`${taskStates.handedBack}`)}
  else ${sql.raw(`${taskStates.open}`)} end`
}

const stateOfWork = sql<TaskState>`case
  when ${task.cancelledAt} is not null then ${sql.raw(`${taskStates.cancelled}`)}
  when ${taskAssignee.state} = 'done' then ${sql.raw(`${taskStates.finished}`)}
  when ${taskAssignee.state} = 'returned' then ${sql.raw(`${taskStates.handedBack}`)}
  else ${sql.raw(`${taskStates.open}`)} end`

/** Two index lookups instead of one "or": a school has few rows among a bureau's many. */
function isInView(asked: TaskFilter): SQL | undefined {
  const { view, viewer, administered } = asked
  if (view === "given") return eq(task.giverId, viewer.id)
  if (administered.reach === "all") return undefined
  const own = sql`select id from task where giver_id = ${viewer.id}
    union select task_id from task_assignee where person_id = ${viewer.id}`
  if (!managesAny(asked)) return sql`${task.id} in (${own})`
  const orgs = sql`(${sql.param([...administered.orgs])}::bigint[])`
  // Their own organisation's have their own among them.
  return sql`${task.id} in (select id from task where org_id = any ${orgs}
    union select task_id from task_assignee where org_id = any ${orgs}
    ${viewer.worksForOrganisation ? sql`` : sql`union ${own}`})`
}

const startOfToday = sql`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`

function isDue(due: DueFilter, isOpen: SQL): SQL | undefined {
  const isLive = and(isNull(task.cancelledAt), isOpen)
  switch (due) {
    case "overdue":
      return and(isLive, sql`${task.dueAt} < now()`)
    case "today":
      return sql`${task.dueAt} >= ${startOfToday} and ${task.dueAt} < ${startOfToday} + interval '1 day'`
    case "week":
      return sql`${task.dueAt} >= now() and ${task.dueAt} < now() + interval '7 days'`
    case "none":
      return isNull(task.dueAt)
  }
}

/** By the administered organisations and the moment, exactly as the home page counts them; handed back is not done. */
function isFinishedOn(day: string, mine: boolean, theirs: SQL | undefined): SQL {
  const from = sql`(${day}::timestamp at time zone 'Asia/Shanghai')`
  const isThen = sql`${taskAssignee.state} = 'done' and ${taskAssignee.finishedAt} >= ${from}
    and ${taskAssignee.finishedAt} < ${from} + interval '1 day'`
  return mine
    ? isThen
    : sql`${task.id} in (select ${taskAssignee.taskId} from ${taskAssignee} where ${and(isThen, theirs)})`
}

/** BARE-8: the administered organisations, where an administrator sees more than those; null: no filter beyond row-level security. */
function theirsIn(asked: TaskFilter): readonly Id[] | null {
  const { view, scope, administered } = asked
  return view === "all" && managesAny(asked) ? onlyAdministered(scope, administered) : null
}

/** For tasks that the viewer gave, every assignee counts. */
function countedIn(asked: TaskFilter): SQL | undefined {
  const orgs = theirsIn(asked)
  if (orgs === null) return undefined
  const list = sql.param([...orgs])
  return sql`(${giverId} = ${asked.viewer.id} or ${giverOrg} = any (${list}::bigint[]) or ${isTheirs(orgs)})`
}

interface Source {
  readonly isMine: boolean
  readonly where: SQL | undefined
  readonly state: SQL<TaskState>
  readonly id: SQL
}

function sourceOf(asked: TaskFilter): Source {
  const { title = "", due, priority, finished } = asked
  const mine = asked.view === "mine"
  const counted = countedIn(asked)
  const state = mine ? stateOfWork : stateOfTask(counted)
  const isOpen = mine ? isOpenWork : someoneIs(isOpenWork, counted)
  return {
    isMine: mine,
    state,
    id: mine ? sql`${taskAssignee.id}` : sql`${task.id}`,
    where: and(
      mine ? isOwnWork(asked.viewer) : isInView(asked),
      asked.state === undefined ? undefined : sql`${state} = ${asked.state}`,
      title.trim() === "" ? undefined : sql`position(lower(${title.trim()}) in lower(${task.title})) > 0`,
      due === undefined ? undefined : isDue(due, isOpen),
      priority === undefined ? undefined : eq(task.priority, priority),
      finished === undefined ? undefined : isFinishedOn(finished, mine, isTheirs(theirsIn(asked))),
    ),
  }
}

/** Tasks without a deadline come last: later than any deadline, and early enough for the fourteen digits of a cursor. */
const dueKey = sql`coalesce(${task.dueAt}, '2500-01-01T00:00:00Z'::timestamptz)`

/**
 * DAY-10: the deadline of what is overdue or (DAY-14) waits for the viewer's answer, else the deadline and six hundred years
 * for each step of the priority. No deadline lies that far ahead, and the last step still fits into a cursor.
 */
function urgencyKey(isMine: boolean): SQL {
  const isUnanswered = sql`${task.kind} = ${requestKind} and ${taskAssignee.state} = 'new' and ${task.cancelledAt} is null`
  const isFirst = sql`${task.dueAt} < now() ${isMine ? sql`or ${isUnanswered}` : sql``}`
  return sql`(${dueKey} + case when ${isFirst} then 0 else ${task.priority} end * interval '600 years')`
}

function orderOf(order: TaskOrder, isMine: boolean): { key: SQL; direction: SQL; beyond: SQL } {
  if (order === "newest") return { key: sql`${task.createdAt}`, direction: sql`desc`, beyond: sql`<` }
  return { key: order === "due" ? dueKey : urgencyKey(isMine), direction: sql`asc`, beyond: sql`>` }
}

function isBeyond(cursor: string, { key, beyond }: ReturnType<typeof orderOf>, id: SQL): SQL {
  const [ms, last] = cursor.split("-")
  return sql`(${key}, ${id}) ${beyond} (${new Date(Number(ms)).toISOString()}::timestamptz, ${last}::bigint)`
}

/** By a moment and from a cursor; or by a column that somebody has chosen, counted from the first row (DAY-13). */
function walkOf(asked: TaskFilter, source: Source, { start, cursor }: Place) {
  const { sort, order = "newest" } = asked
  const by = orderOf(order, source.isMine)
  if (sort === undefined)
    return {
      key: by.key,
      order: sql`${by.key} ${by.direction}, ${source.id} ${by.direction}`,
      offset: cursor === undefined ? start : 0,
      isAfter: cursor === undefined ? undefined : isBeyond(cursor, by, source.id),
    }
  const progress = source.isMine
    ? sql`${taskAssignee.progress}`
    : sql`(select avg(progress) from task_assignee where ${and(sql`${taskAssignee.taskId} = ${taskId}`, countedIn(asked))})`
  const columns = { title: task.title, due: task.dueAt, progress, state: source.state }
  const offset = cursor === undefined ? start : rowsBefore(cursor)
  return { key: by.key, order: sortedOrder(sort, columns, source.id), offset, isAfter: undefined }
}

export async function taskPage(
  db: Db,
  asked: TaskFilter,
  place: Place,
): Promise<{ total: number; items: Task[]; next: string | null }> {
  const { limit } = place
  const source = sourceOf(asked)
  const { key, order, offset, isAfter } = walkOf(asked, source, place)
  const joined = source.isMine
    ? sql`${taskAssignee} join ${task} on ${task.id} = ${taskAssignee.taskId}`
    : sql`${task}`
  if (asked.sort !== undefined)
    await mustBeSortable(db, sql`select 1 from ${joined} where ${source.where ?? sql`true`}`)
  // The page first: progress is counted only for the tasks on it.
  const keys = await db.execute<{ task: Id; work: Id | null; ms: string; state: TaskState }>(sql`
    select ${task.id}::text as task, ${source.isMine ? sql`${taskAssignee.id}::text` : sql`null`} as work,
      (extract(epoch from ${key}) * 1000)::bigint::text as ms, ${source.state}::int as state
    from ${joined} where ${and(source.where, isAfter) ?? sql`true`}
    order by ${order} offset ${offset} limit ${limit + 1}`)
  const [counted] = (
    await db.execute<{ total: number }>(
      sql`select count(*)::int as total from ${joined} where ${source.where ?? sql`true`}`,
    )
  ).rows
  const kept = keys.rows.slice(0, limit)
  const last = kept.at(-1)
  const shown = await shownTasks(
    db,
    kept.map((row) => row.task),
    countedIn(asked),
  )
  const works = source.isMine
    ? await ownWorks(
        db,
        kept.flatMap(({ work }) => work ?? []),
      )
    : new Map()
  const items = kept.flatMap(({ task: id, work, state }): Task[] => {
    const found = shown.get(id)
    if (!found) return []
    const { isPast, answered, ...rest } = found
    const isOverdue = isPast && isUnfinished(state)
    const own = work === null ? undefined : (works.get(work) as OwnWork | undefined)
    const isUnanswered = rest.isRequest && state === taskStates.open && (own ? own.isNew : answered === 0)
    if (!own) return [{ ...rest, state, isOverdue, work: null, forOrganisation: false, isUnanswered }]
    const { isNew: _isNew, ...shownOwn } = own
    const [done, returned] = [Number(state === taskStates.finished), Number(state === taskStates.handedBack)]
    const counts = { total: 1, done, returned }
    return [{ ...rest, ...shownOwn, state, isOverdue, counts, work, isUnanswered }]
  })
  return {
    total: counted?.total ?? 0,
    items,
    next:
      asked.sort !== undefined
        ? sortedPage(keys.rows, { start: offset, limit }).next
        : keys.rows.length > limit && last
          ? `${last.ms}-${last.work ?? last.task}`
          : null,
  }
}

export function isUnfinished(state: TaskState): boolean {
  return state === taskStates.open || state === taskStates.handedBack
}

interface OwnWork {
  readonly progress: number
  readonly forOrganisation: boolean
  readonly isNew: boolean
}

async function ownWorks(db: Db, ids: readonly Id[]): Promise<Map<Id, OwnWork>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: taskAssignee.id,
      progress: taskAssignee.progress,
      forOrganisation: sql<boolean>`${taskAssignee.personId} is null`,
      isNew: sql<boolean>`${taskAssignee.state} = 'new'`,
    })
    .from(taskAssignee)
    .where(inArray(taskAssignee.id, [...ids]))
  return new Map(rows.map(({ id, ...work }) => [id, work]))
}

/** The progress of all assignees, in one pass over their rows. */
function countsOfTask(counted: SQL | undefined) {
  const isCounted = and(sql`${taskAssignee.taskId} = ${taskId}`, counted)
  return sql<{ total: number; done: number; returned: number; answered: number; progress: number }>`(
  select json_build_object('total', count(*)::int, 'done', count(*) filter (where state = 'done')::int,
    'returned', count(*) filter (where state = 'returned')::int, 'answered', count(*) filter (where state <> 'new')::int, 'progress', coalesce(floor(avg(progress)), 0)::int)
  from task_assignee where ${isCounted})`
}

/** What the list and the detail have in common. */
export const shownColumns = (counted: SQL | undefined) => ({
  id: task.id,
  title: task.title,
  givername: task.giverName,
  giverorg: task.giverOrgName,
  createtime: asMoment(task.createdAt),
  deadline: sql<string | null>`${asMoment(task.dueAt)}`,
  isPast: sql<boolean>`coalesce(${task.dueAt} < now(), false)`,
  priority: sql<TaskPriority>`${task.priority}`,
  isRequest: sql<boolean>`${task.kind} = ${requestKind}`,
  repeat: sql<Task["repeat"]>`case when ${task.repeatAt} is not null then ${task.repeat} end`,
  counted: countsOfTask(counted),
})

type Shown = Omit<Task, "state" | "isOverdue" | "work" | "forOrganisation" | "isUnanswered"> & {
  readonly isPast: boolean
  readonly answered: number
}

async function shownTasks(db: Db, ids: readonly Id[], counted: SQL | undefined): Promise<Map<Id, Shown>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(shownColumns(counted))
    .from(task)
    .where(inArray(task.id, [...new Set(ids)]))
  return new Map(
    rows.map(({ counted: { progress, answered, ...counts }, ...row }) => [
      row.id,
      { ...row, progress, answered, counts },
    ]),
  )
}

export interface TaskTotals {
  readonly mine: number
  readonly mineOverdue: number
  readonly mineToday: number
  readonly given: number
  readonly givenOverdue: number
  readonly givenBack: number
}

export async function taskTotals(db: Db, viewer: TaskViewer): Promise<TaskTotals> {
  const isToday = sql`${task.dueAt} >= ${startOfToday} and ${task.dueAt} < ${startOfToday} + interval '1 day'`
  const [mine] = await db
    .select({
      mine: count(),
      mineOverdue: sql<number>`(count(*) filter (where ${task.dueAt} < now()))::int`,
      mineToday: sql<number>`(count(*) filter (where ${isToday}))::int`,
    })
    .from(taskAssignee)
    .innerJoin(task, eq(task.id, taskAssignee.taskId))
    .where(and(isOwnWork(viewer), isOpenWork, isNull(task.cancelledAt)))
  const isOpen = someoneIs(isOpenWork)
  const isBack = someoneIs(sql`${taskAssignee.state} = 'returned'`)
  const [given] = await db
    .select({
      // Tasks handed back have a count and a list of their own.
      given: sql<number>`(count(*) filter (where ${isOpen} and not ${isBack}))::int`,
      givenOverdue: sql<number>`(count(*) filter (where ${task.dueAt} < now() and ${isOpen}))::int`,
      givenBack: sql<number>`(count(*) filter (where ${isBack}))::int`,
    })
    .from(task)
    .where(and(eq(task.giverId, viewer.id), isNull(task.cancelledAt)))
  return {
    ...(mine ?? { mine: 0, mineOverdue: 0, mineToday: 0 }),
    ...(given ?? { given: 0, givenOverdue: 0, givenBack: 0 }),
  }
}

/** Tasks due from the start of the first day to the end of the last, earliest first. */
export async function tasksDue(
  db: Db,
  asked: TaskFilter,
  { from, to, limit }: { readonly from: string; readonly to: string; readonly limit: number },
): Promise<{ items: CalendarTask[]; isCut: boolean }> {
  const source = sourceOf(asked)
  const end = new Date(momentFrom(`${to} 00:00:00`).getTime() + 86_400_000)
  const columns = {
    id: task.id,
    title: task.title,
    deadline: asMoment(task.dueAt),
    state: sql<TaskState>`${source.state}::int`,
    isPast: sql<boolean>`${task.dueAt} < now()`,
    priority: sql<TaskPriority>`${task.priority}`,
  }
  const where = and(
    source.where,
    isNotNull(task.dueAt),
    isNull(task.cancelledAt),
    gte(task.dueAt, momentFrom(`${from} 00:00:00`)),
    lt(task.dueAt, end),
  )
  const query = source.isMine
    ? db.select(columns).from(task).innerJoin(taskAssignee, eq(taskAssignee.taskId, task.id)).where(where)
    : db.select(columns).from(task).where(where)
  const rows = await query.orderBy(task.dueAt, task.id).limit(limit + 1)
  return {
    items: rows.slice(0, limit).map(({ isPast: past, ...row }) => ({
      ...row,
      isOverdue: past && isUnfinished(row.state),
    })),
    isCut: rows.length > limit,
  }
}
