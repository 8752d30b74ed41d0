import { attachmentLimits, attachmentMessages } from "@uc/contract/attachments/calls"
import { placeOfTask, taskLimits, taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { taskCalls, type TaskDetail } from "@uc/contract/tasks/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { admintypes } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { takeQuota } from "../../security/quota.ts"
import { attachmentsOf, linkAttachments, type AttachmentSubject } from "../attachments/public.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { seenTask, seenWork, type SeenTask, type SeenWork } from "./task-access.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { receiversOf } from "./receivers.ts"
import {
  bellsOf,
  cancelTask,
  changeTask,
  createTask,
  doWork,
  endWork,
  goneSince,
  heldSteps,
  markReminded,
  openWorks,
  reopenWork,
  repeatingOf,
  stopRepeating,
  takeOff,
} from "./task-actions.store.ts"
import { addComment, assigneesOf, commentsOn, taskDetail } from "./task-detail.store.ts"
import { assigneeSheet, sheetNames, taskSheet } from "./task-export.ts"
import { taskPage, tasksDue, taskTotals } from "./task-list.store.ts"
import { notifyGiver, notifyGiverAllDone } from "./notify-giver.ts"

export const taskRoutes = implementCalls(taskCalls, (services) => ({
  list: ({ start, limit, cursor, ...filters }, context) =>
    taskPage(context.db, { ...filters, ...askerIn(context) }, { start, limit, cursor }),

  counts: async (_input, { db, user: { user } }) => ({
    ...(await taskTotals(db, user)),
    isAdministrator: user.admintype !== admintypes.none,
    mayGive: !user.isParent,
  }),

  calendar: ({ view, from, to }, context) => {
    const days =
      (momentFrom(`${to} 00:00:00`).getTime() - momentFrom(`${from} 00:00:00`).getTime()) / 86_400_000
    if (days < 0 || days >= taskLimits.calendarDays) throw new Refusal(taskMessages.periodTooLong)
    const asked = { view, order: "due", ...askerIn(context) } as const
    return tasksDue(context.db, asked, { from, to, limit: taskLimits.calendarRows })
  },

  detail: async ({ id, work }, context) => {
    if (work !== undefined) await mustBeOf(context, id, work)
    return detailOf(context, await mustSee(context, id), work)
  },

  assignees: async ({ id, ...asked }, context) =>
    assigneesOf(context.db, { ...asked, seen: await mustSeeOthers(context, id) }),

  comments: async ({ id, work, before, limit }, context) => {
    const seen = await mustSee(context, id)
    if (work !== undefined) await mustBeOf(context, id, work)
    return commentsOn(context.db, context.user.user, seen, { work, before, limit })
  },

  create: async ({ title, content, priority, deadline, steps, repeat, attachments, ...chosen }, context) => {
    const { db } = context
    const { user } = context.user
    if (user.isParent) throw new Refusal(taskMessages.parentsMayNot, { status: 403 })
    await takeOne(context, "task", taskLimits.givenPerHour)
    if (repeat !== null && (await repeatingOf(db, user.id)) >= taskLimits.repeating)
      throw new Refusal(taskMessages.tooManyRepeating, { status: 409 })
    const now = new Date()
    const due = dueFrom(deadline, now)
    const { all: receivers, unattended } = await receiversOf(context, chosen)
    const id = await createTask(
      db,
      { giver: user, title, content, priority, due, steps, repeat, receivers },
      now,
    )
    await linkFiles(context, attachments, "task", id)
    await writeAuditEntry(context, "tasks.create", { task: id, title, assignees: receivers.length })
    const personIds = (await bellsOf(db, id)).filter((person) => person !== user.id)
    await ringBell(db, {
      personIds,
      topic: "task",
      title: taskRings.given(user.nickname, title),
      place: placeOfTask(id),
    })
    return { id, assignees: receivers.length, unattended: [...unattended] }
  },

  change: async ({ id, version, title, content, priority, deadline, attachments }, context) => {
    const seen = await mustKeep(context, id)
    if (seen.isCancelled) throw cancelled()
    const now = new Date()
    const due = deadline === null ? null : momentFrom(deadline)
    const isSame = (await detailOf(context, seen)).deadline === deadline
    if (!isSame) {
      dueFrom(deadline, now)
      // Everybody who has it hears of a new date, as of a new task.
      await takeOne(context, "task", taskLimits.givenPerHour)
    }
    if (!(await changeTask(context.db, id, { version, title, content, priority, due }, now)))
      throw new Refusal(taskMessages.changed, { status: 409 })
    await linkFiles(context, attachments, "task", id)
    await writeAuditEntry(context, "tasks.change", { task: id, title })
    if (!isSame) {
      const others = (await bellsOf(context.db, id, { isOpen: true })).filter(
        (each) => each !== context.user.user.id,
      )
      const ring = taskRings.due(title, deadline)
      await ringBell(context.db, { personIds: others, topic: "task", title: ring, place: placeOfTask(id) })
    }
    return detailOf(context, await mustSee(context, id))
  },

  work: async ({ work, steps, before, progress }, context) => {
    const own = await mustHave(context, work)
    const total = own.task.steps.length
    if (total > 0 && steps === undefined) throw new Refusal(taskMessages.bySteps)
    const ticked = stepNumbers(steps)
    if (ticked.some((no) => no >= total)) throw new Refusal(taskMessages.noSuchStep)
    const held = await heldSteps(context.db, work)
    if (!held) throw await tooLate(context, work)
    const done = before === undefined ? ticked : stepsMerged(held, stepNumbers(before), ticked)
    const reached = total > 0 ? Math.min(99, Math.floor((100 * done.length) / total)) : (progress ?? 0)
    const worked = await doWork(context.db, work, {
      doneSteps: done,
      progress: reached,
      by: context.user.user.nickname,
    })
    if (!worked) throw await tooLate(context, work)
    return detailOf(context, own.task, work)
  },

  finish: async ({ work, note, attachments }, context) => {
    const own = await mustHave(context, work)
    const { mine } = await detailOf(context, own.task, work)
    if (mine && mine.doneSteps.length < own.task.steps.length) throw new Refusal(taskMessages.stepsOpen)
    await end(context, own, { state: "done", note, attachments })
    await notifyGiverAllDone(context.db, services.database, own, context.user.user.id)
    return detailOf(context, own.task, work)
  },

  handBack: async ({ work, note, attachments }, context) => {
    const own = await mustHave(context, work)
    await end(context, own, { state: "returned", note, attachments })
    const { id, nickname } = context.user.user
    await notifyGiver(services.database, own.task, id, taskRings.handedBack(nickname, own.task.title))
    return detailOf(context, own.task, work)
  },

  giveAgain: async ({ work, note }, context) => {
    const { db } = context
    const found = foundOrForbidden(await seenWork(db, askerIn(context), work))
    if (!found.task.isKeeper) throw notGiver()
    if (found.task.isCancelled) throw cancelled()
    const gone = await goneSince(db, work)
    if (gone !== null) throw new Refusal(taskMessages.goneSince(gone), { status: 409 })
    if (!(await reopenWork(db, work))) throw new Refusal(taskMessages.notDone, { status: 409 })
    const { user } = context.user
    if (note) await addComment(db, user, { task: found.task.id, org: found.orgId, work, text: note })
    await writeAuditEntry(context, "tasks.giveAgain", { task: found.task.id, work })
    await ringBell(db, {
      personIds: await bellsOf(db, found.task.id, { works: [work] }),
      topic: "task",
      title: taskRings.again(user.nickname, found.task.title),
      place: placeOfTask(found.task.id),
    })
    return detailOf(context, found.task)
  },

  takeOff: async ({ work }, context) => {
    const { task, orgId, personId } = await mustSeeWork(context, work)
    if (!task.isKeeper) throw notGiver()
    if (task.isCancelled) throw cancelled()
    const personIds = await bellsOf(context.db, task.id, { works: [work] })
    const taken = await takeOff(context.db, task.id, work)
    if (taken !== "taken")
      throw new Refusal(taken === "last" ? taskMessages.lastOne : taskMessages.workDone, { status: 409 })
    await writeAuditEntry(context, "tasks.takeOff", { task: task.id, org: orgId, person: personId })
    // It leads nowhere any more.
    await ringBell(context.db, {
      personIds,
      topic: "task",
      title: taskRings.takenOff(task.title),
      place: "/task",
    })
    return detailOf(context, task)
  },

  cancel: async ({ id }, context) => {
    const seen = await mustKeep(context, id)
    const personIds = await bellsOf(context.db, id, { isOpen: true })
    if (!(await cancelTask(context.db, id))) throw cancelled()
    await writeAuditEntry(context, "tasks.cancel", { task: id, title: seen.title })
    const title = taskRings.cancelled(seen.title)
    await ringBell(context.db, { personIds, topic: "task", title, place: placeOfTask(id) })
    return detailOf(context, await mustSee(context, id))
  },

  stopRepeat: async ({ id }, context) => {
    await mustKeep(context, id)
    await stopRepeating(context.db, id)
    await writeAuditEntry(context, "tasks.stopRepeat", { task: id })
    return detailOf(context, await mustSee(context, id))
  },

  remind: async ({ ids, work }, context) => {
    const tasks = [...new Set(idsOf(ids))]
    if (tasks.length === 0) throw new Refusal(taskMessages.nobodyToRemind)
    if (tasks.length > taskLimits.remindedAtOnce) throw new Refusal(taskMessages.tooManyReminded)
    let open = 0
    let reminded = 0
    if (work !== undefined) await mustBeOf(context, tasks[0] ?? "", work)
    for (const id of tasks) {
      const seen = await mustKeep(context, id)
      if (seen.isCancelled) continue
      open += await openWorks(context.db, id, work)
      reminded += await remindOf(context, seen, work)
    }
    if (open === 0) throw new Refusal(taskMessages.nobodyToRemind, { status: 409 })
    if (reminded === 0) throw new Refusal(taskMessages.remindedLately, { status: 429 })
    await writeAuditEntry(context, "tasks.remind", { tasks, reminded })
    return { reminded }
  },

  comment: async ({ id, work, text }, context) => {
    const { db } = context
    const { user } = context.user
    const seen = await mustSee(context, id)
    const found = work === undefined ? null : await mustBeOf(context, id, work)
    // To all speaks who gave it; everybody else with whoever did.
    if (found ? !(found.isMine || seen.isKeeper) : !seen.isKeeper)
      throw new Refusal(taskMessages.notYours, { status: 403 })
    await takeOne(context, "task-comment", taskLimits.commentsPerHour)
    const written = await addComment(db, user, {
      task: id,
      org: found?.orgId ?? seen.orgId,
      work: work ?? null,
      text,
    })
    const title = taskRings.comment(user.nickname, seen.title)
    if (seen.isKeeper) {
      const heard = await bellsOf(db, id, work === undefined ? { isOpen: true } : { works: [work] })
      const personIds = heard.filter((person) => person !== user.id)
      await ringBell(db, { personIds, topic: "task", title, place: placeOfTask(id) })
    } else await notifyGiver(services.database, seen, user.id, title)
    return written
  },

  exportList: async (filters, context) => {
    const question = { ...filters, ...askerIn(context) }
    const sheets = [await taskSheet(context.db, filters.view, question)]
    const name = `${sheetNames[filters.view]}-${shanghaiDay(new Date())}`
    return exportedFile(context, { action: "tasks.exportList", name, sheets })
  },

  exportAssignees: async ({ id, ...filters }, context) => {
    const seen = await mustSeeOthers(context, id)
    const sheets = [assigneeSheet(context.db, { ...filters, seen })]
    return exportedFile(context, { action: "tasks.exportAssignees", name: `${seen.title}-名单`, sheets })
  },
}))

async function takeOne({ db, user: { user } }: RequestContext, what: string, atMost: number): Promise<void> {
  const taken = await takeQuota(db, [{ key: `${what}:${user.id}`, seconds: 3600, atMost }])
  if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
}

function shanghaiDay(now: Date): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
}

function askerIn({ scope, user: { user, administered } }: RequestContext) {
  return { asker: user, scope, administered }
}

async function detailOf(context: RequestContext, seen: SeenTask, work?: Id): Promise<TaskDetail> {
  return foundOrForbidden(await taskDetail(context.db, context.user.user, seen, work))
}

async function mustSee(context: RequestContext, id: Id): Promise<SeenTask> {
  return foundOrForbidden(await seenTask(context.db, askerIn(context), id))
}

async function mustSeeOthers(context: RequestContext, id: Id): Promise<SeenTask> {
  const seen = await mustSee(context, id)
  if (!seen.seesOthers) throw notGiver()
  return seen
}

async function mustSeeWork(context: RequestContext, work: Id): Promise<SeenWork> {
  return foundOrForbidden(await seenWork(context.db, askerIn(context), work))
}

async function mustBeOf(context: RequestContext, id: Id, work: Id): Promise<SeenWork> {
  const found = await mustSeeWork(context, work)
  if (found.task.id !== id) throw outOfReach()
  return found
}

async function mustKeep(context: RequestContext, id: Id): Promise<SeenTask> {
  const seen = await mustSee(context, id)
  if (!seen.isKeeper) throw notGiver()
  return seen
}

/** One's own work, that is still to be done. */
async function mustHave(context: RequestContext, work: Id): Promise<SeenWork> {
  const found = await mustSeeWork(context, work)
  if (!found.isMine) throw new Refusal(taskMessages.notYours, { status: 403 })
  if (found.task.isCancelled) throw cancelled()
  if (found.state === "done") throw new Refusal(taskMessages.finished, { status: 409 })
  if (found.state === "returned") throw new Refusal(taskMessages.handedBack, { status: 409 })
  return found
}

function stepNumbers(steps = ""): number[] {
  return [...new Set(steps.split(",").filter(Boolean).map(Number))]
}

/** Another device may have ticked something meanwhile: only what differs from what was seen is done. */
function stepsMerged(
  held: readonly number[],
  before: readonly number[],
  ticked: readonly number[],
): number[] {
  const kept = held.filter((no) => ticked.includes(no) || !before.includes(no))
  return [...new Set([...kept, ...ticked.filter((no) => !before.includes(no))])]
}

/** Another device was first. */
async function tooLate(context: RequestContext, work: Id): Promise<Refusal> {
  const state = (await mustSeeWork(context, work)).state
  return new Refusal(state === "returned" ? taskMessages.handedBack : taskMessages.finished, { status: 409 })
}

function notGiver(): Refusal {
  return new Refusal(taskMessages.notGiver, { status: 403 })
}

function cancelled(): Refusal {
  return new Refusal(taskMessages.cancelled, { status: 409 })
}

function dueFrom(deadline: string | null, now: Date): Date | null {
  if (deadline === null) return null
  const due = momentFrom(deadline)
  if (due <= now) throw new Refusal(taskMessages.duePast)
  const latest = new Date(now)
  latest.setFullYear(latest.getFullYear() + taskLimits.dueYears)
  if (due > latest) throw new Refusal(taskMessages.dueTooFar)
  return due
}

async function linkFiles(
  context: RequestContext,
  list: string,
  subject: AttachmentSubject,
  subjectId: Id,
): Promise<void> {
  const ids = [...new Set(idsOf(list))]
  // Of a work that is done again each time has its own.
  const there =
    subject === "task" ? (await attachmentsOf(context.db, subject, [subjectId])).get(subjectId) : []
  if ((there?.length ?? 0) + ids.length > attachmentLimits.each) throw new Refusal(attachmentMessages.tooMany)
  const isHung = await linkAttachments(context.db, ids, {
    uploader: context.user.user.id,
    subject,
    subjectId,
  })
  if (!isHung) throw new Refusal(attachmentMessages.gone, { status: 409 })
}

interface End {
  readonly state: "done" | "returned"
  readonly note: string | undefined
  readonly attachments: string
}

async function end(context: RequestContext, own: SeenWork, { state, note, attachments }: End): Promise<void> {
  const { nickname } = context.user.user
  if (!(await endWork(context.db, own.id, { state, note: note || null, by: nickname })))
    throw await tooLate(context, own.id)
  await linkFiles(context, attachments, "taskWork", own.id)
  await writeAuditEntry(context, state === "done" ? "tasks.finish" : "tasks.handBack", {
    task: own.task.id,
    work: own.id,
  })
}

async function remindOf(context: RequestContext, seen: SeenTask, work: Id | undefined): Promise<number> {
  const works = await markReminded(context.db, seen.id, work)
  if (works.length === 0) return 0
  await ringBell(context.db, {
    personIds: await bellsOf(context.db, seen.id, { works }),
    topic: "task",
    title: taskRings.remind(context.user.user.nickname, seen.title),
    place: placeOfTask(seen.id),
  })
  return works.length
}
