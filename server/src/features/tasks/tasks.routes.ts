import { attachmentLimits, attachmentMessages } from "@uc/contract/attachments/calls"
import { placeOfTask, taskLimits, taskMessages, taskRings } from "@uc/contract/tasks/messages"
import { taskCalls, type TaskDetail } from "@uc/contract/tasks/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { admintypes } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { takeQuota } from "../../security/quota.ts"
import { attachmentsOf, hangAttachments, type AttachmentSubject } from "../attachments/attachment-links.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { seenTask, seenWork, type SeenTask, type SeenWork } from "./task-access.ts"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { mustBeThere, outOfReach } from "../../session/reach.ts"
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
import { tellGiver, tellGiverAllDone } from "./tell-giver.ts"

export const taskRoutes = answer(taskCalls, (house) => ({
  list: ({ start, limit, cursor, ...filters }, ask) =>
    taskPage(ask.db, { ...filters, ...askerIn(ask) }, { start, limit, cursor }),

  counts: async (_input, { db, user: { user } }) => ({
    ...(await taskTotals(db, user)),
    isAdministrator: user.admintype !== admintypes.none,
    mayGive: !user.isParent,
  }),

  calendar: ({ view, from, to }, ask) => {
    const days =
      (momentFrom(`${to} 00:00:00`).getTime() - momentFrom(`${from} 00:00:00`).getTime()) / 86_400_000
    if (days < 0 || days >= taskLimits.calendarDays) throw new Refusal(taskMessages.periodTooLong)
    const asked = { view, order: "due", ...askerIn(ask) } as const
    return tasksDue(ask.db, asked, { from, to, limit: taskLimits.calendarRows })
  },

  detail: async ({ id, work }, ask) => {
    if (work !== undefined) await mustBeOf(ask, id, work)
    return detailOf(ask, await mustSee(ask, id), work)
  },

  assignees: async ({ id, ...asked }, ask) =>
    assigneesOf(ask.db, { ...asked, seen: await mustSeeOthers(ask, id) }),

  comments: async ({ id, work, before, limit }, ask) => {
    const seen = await mustSee(ask, id)
    if (work !== undefined) await mustBeOf(ask, id, work)
    return commentsOn(ask.db, ask.user.user, seen, { work, before, limit })
  },

  create: async ({ title, content, priority, deadline, steps, repeat, attachments, ...chosen }, ask) => {
    const { db } = ask
    const { user } = ask.user
    if (user.isParent) throw new Refusal(taskMessages.parentsMayNot, { status: 403 })
    await takeOne(ask, "task", taskLimits.givenPerHour)
    if (repeat !== null && (await repeatingOf(db, user.id)) >= taskLimits.repeating)
      throw new Refusal(taskMessages.tooManyRepeating, { status: 409 })
    const now = new Date()
    const due = dueFrom(deadline, now)
    const { all: receivers, unattended } = await receiversOf(ask, chosen)
    const id = await createTask(
      db,
      { giver: user, title, content, priority, due, steps, repeat, receivers },
      now,
    )
    await hang(ask, attachments, "task", id)
    await logDone(ask, "tasks.create", { task: id, title, assignees: receivers.length })
    const personIds = (await bellsOf(db, id)).filter((person) => person !== user.id)
    await ringBell(db, {
      personIds,
      topic: "task",
      title: taskRings.given(user.nickname, title),
      place: placeOfTask(id),
    })
    return { id, assignees: receivers.length, unattended: [...unattended] }
  },

  change: async ({ id, version, title, content, priority, deadline, attachments }, ask) => {
    const seen = await mustKeep(ask, id)
    if (seen.isCancelled) throw cancelled()
    const now = new Date()
    const due = deadline === null ? null : momentFrom(deadline)
    const isSame = (await detailOf(ask, seen)).deadline === deadline
    if (!isSame) {
      dueFrom(deadline, now)
      // Everybody who has it hears of a new date, as of a new task.
      await takeOne(ask, "task", taskLimits.givenPerHour)
    }
    if (!(await changeTask(ask.db, id, { version, title, content, priority, due }, now)))
      throw new Refusal(taskMessages.changed, { status: 409 })
    await hang(ask, attachments, "task", id)
    await logDone(ask, "tasks.change", { task: id, title })
    if (!isSame) {
      const others = (await bellsOf(ask.db, id, { isOpen: true })).filter((each) => each !== ask.user.user.id)
      const ring = taskRings.due(title, deadline)
      await ringBell(ask.db, { personIds: others, topic: "task", title: ring, place: placeOfTask(id) })
    }
    return detailOf(ask, await mustSee(ask, id))
  },

  work: async ({ work, steps, before, progress }, ask) => {
    const own = await mustHave(ask, work)
    const total = own.task.steps.length
    if (total > 0 && steps === undefined) throw new Refusal(taskMessages.bySteps)
    const ticked = stepNumbers(steps)
    if (ticked.some((no) => no >= total)) throw new Refusal(taskMessages.noSuchStep)
    const held = await heldSteps(ask.db, work)
    if (!held) throw await tooLate(ask, work)
    const done = before === undefined ? ticked : stepsMerged(held, stepNumbers(before), ticked)
    const reached = total > 0 ? Math.min(99, Math.floor((100 * done.length) / total)) : (progress ?? 0)
    const worked = await doWork(ask.db, work, {
      doneSteps: done,
      progress: reached,
      by: ask.user.user.nickname,
    })
    if (!worked) throw await tooLate(ask, work)
    return detailOf(ask, own.task, work)
  },

  finish: async ({ work, note, attachments }, ask) => {
    const own = await mustHave(ask, work)
    const { mine } = await detailOf(ask, own.task, work)
    if (mine && mine.doneSteps.length < own.task.steps.length) throw new Refusal(taskMessages.stepsOpen)
    await end(ask, own, { state: "done", note, attachments })
    await tellGiverAllDone(ask.db, house.database, own, ask.user.user.id)
    return detailOf(ask, own.task, work)
  },

  handBack: async ({ work, note, attachments }, ask) => {
    const own = await mustHave(ask, work)
    await end(ask, own, { state: "returned", note, attachments })
    const { id, nickname } = ask.user.user
    await tellGiver(house.database, own.task, id, taskRings.handedBack(nickname, own.task.title))
    return detailOf(ask, own.task, work)
  },

  giveAgain: async ({ work, note }, ask) => {
    const { db } = ask
    const found = mustBeThere(await seenWork(db, askerIn(ask), work))
    if (!found.task.isKeeper) throw notGiver()
    if (found.task.isCancelled) throw cancelled()
    const gone = await goneSince(db, work)
    if (gone !== null) throw new Refusal(taskMessages.goneSince(gone), { status: 409 })
    if (!(await reopenWork(db, work))) throw new Refusal(taskMessages.notDone, { status: 409 })
    const { user } = ask.user
    if (note) await addComment(db, user, { task: found.task.id, org: found.orgId, work, text: note })
    await logDone(ask, "tasks.giveAgain", { task: found.task.id, work })
    await ringBell(db, {
      personIds: await bellsOf(db, found.task.id, { works: [work] }),
      topic: "task",
      title: taskRings.again(user.nickname, found.task.title),
      place: placeOfTask(found.task.id),
    })
    return detailOf(ask, found.task)
  },

  takeOff: async ({ work }, ask) => {
    const { task, orgId, personId } = await mustSeeWork(ask, work)
    if (!task.isKeeper) throw notGiver()
    if (task.isCancelled) throw cancelled()
    const personIds = await bellsOf(ask.db, task.id, { works: [work] })
    const taken = await takeOff(ask.db, task.id, work)
    if (taken !== "taken")
      throw new Refusal(taken === "last" ? taskMessages.lastOne : taskMessages.workDone, { status: 409 })
    await logDone(ask, "tasks.takeOff", { task: task.id, org: orgId, person: personId })
    // It leads nowhere any more.
    await ringBell(ask.db, {
      personIds,
      topic: "task",
      title: taskRings.takenOff(task.title),
      place: "/task",
    })
    return detailOf(ask, task)
  },

  cancel: async ({ id }, ask) => {
    const seen = await mustKeep(ask, id)
    const personIds = await bellsOf(ask.db, id, { isOpen: true })
    if (!(await cancelTask(ask.db, id))) throw cancelled()
    await logDone(ask, "tasks.cancel", { task: id, title: seen.title })
    const title = taskRings.cancelled(seen.title)
    await ringBell(ask.db, { personIds, topic: "task", title, place: placeOfTask(id) })
    return detailOf(ask, await mustSee(ask, id))
  },

  stopRepeat: async ({ id }, ask) => {
    await mustKeep(ask, id)
    await stopRepeating(ask.db, id)
    await logDone(ask, "tasks.stopRepeat", { task: id })
    return detailOf(ask, await mustSee(ask, id))
  },

  remind: async ({ ids, work }, ask) => {
    const tasks = [...new Set(idsOf(ids))]
    if (tasks.length === 0) throw new Refusal(taskMessages.nobodyToRemind)
    if (tasks.length > taskLimits.remindedAtOnce) throw new Refusal(taskMessages.tooManyReminded)
    let open = 0
    let reminded = 0
    if (work !== undefined) await mustBeOf(ask, tasks[0] ?? "", work)
    for (const id of tasks) {
      const seen = await mustKeep(ask, id)
      if (seen.isCancelled) continue
      open += await openWorks(ask.db, id, work)
      reminded += await remindOf(ask, seen, work)
    }
    if (open === 0) throw new Refusal(taskMessages.nobodyToRemind, { status: 409 })
    if (reminded === 0) throw new Refusal(taskMessages.remindedLately, { status: 429 })
    await logDone(ask, "tasks.remind", { tasks, reminded })
    return { reminded }
  },

  comment: async ({ id, work, text }, ask) => {
    const { db } = ask
    const { user } = ask.user
    const seen = await mustSee(ask, id)
    const found = work === undefined ? null : await mustBeOf(ask, id, work)
    // To all speaks who gave it; everybody else with whoever did.
    if (found ? !(found.isMine || seen.isKeeper) : !seen.isKeeper)
      throw new Refusal(taskMessages.notYours, { status: 403 })
    await takeOne(ask, "task-comment", taskLimits.commentsPerHour)
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
    } else await tellGiver(house.database, seen, user.id, title)
    return written
  },

  exportList: async (filters, ask) => {
    const question = { ...filters, ...askerIn(ask) }
    const sheets = [await taskSheet(ask.db, filters.view, question)]
    const name = `${sheetNames[filters.view]}-${shanghaiDay(new Date())}`
    return exportedFile(ask, { action: "tasks.exportList", name, sheets })
  },

  exportAssignees: async ({ id, ...filters }, ask) => {
    const seen = await mustSeeOthers(ask, id)
    const sheets = [assigneeSheet(ask.db, { ...filters, seen })]
    return exportedFile(ask, { action: "tasks.exportAssignees", name: `${seen.title}-名单`, sheets })
  },
}))

async function takeOne({ db, user: { user } }: Ask, what: string, atMost: number): Promise<void> {
  const taken = await takeQuota(db, [{ key: `${what}:${user.id}`, seconds: 3600, atMost }])
  if (!taken.ok) throw new Refusal(replyMessages.busy, { status: 429, retryAfterS: taken.retryAfterS })
}

function shanghaiDay(now: Date): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
}

function askerIn({ scope, user: { user, administered } }: Ask) {
  return { asker: user, scope, administered }
}

async function detailOf(ask: Ask, seen: SeenTask, work?: Id): Promise<TaskDetail> {
  return mustBeThere(await taskDetail(ask.db, ask.user.user, seen, work))
}

async function mustSee(ask: Ask, id: Id): Promise<SeenTask> {
  return mustBeThere(await seenTask(ask.db, askerIn(ask), id))
}

async function mustSeeOthers(ask: Ask, id: Id): Promise<SeenTask> {
  const seen = await mustSee(ask, id)
  if (!seen.seesOthers) throw notGiver()
  return seen
}

async function mustSeeWork(ask: Ask, work: Id): Promise<SeenWork> {
  return mustBeThere(await seenWork(ask.db, askerIn(ask), work))
}

async function mustBeOf(ask: Ask, id: Id, work: Id): Promise<SeenWork> {
  const found = await mustSeeWork(ask, work)
  if (found.task.id !== id) throw outOfReach()
  return found
}

async function mustKeep(ask: Ask, id: Id): Promise<SeenTask> {
  const seen = await mustSee(ask, id)
  if (!seen.isKeeper) throw notGiver()
  return seen
}

/** One's own work, that is still to be done. */
async function mustHave(ask: Ask, work: Id): Promise<SeenWork> {
  const found = await mustSeeWork(ask, work)
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
async function tooLate(ask: Ask, work: Id): Promise<Refusal> {
  const state = (await mustSeeWork(ask, work)).state
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

async function hang(ask: Ask, list: string, subject: AttachmentSubject, subjectId: Id): Promise<void> {
  const ids = [...new Set(idsOf(list))]
  // Of a work that is done again each time has its own.
  const there = subject === "task" ? (await attachmentsOf(ask.db, subject, [subjectId])).get(subjectId) : []
  if ((there?.length ?? 0) + ids.length > attachmentLimits.each) throw new Refusal(attachmentMessages.tooMany)
  const isHung = await hangAttachments(ask.db, ids, { uploader: ask.user.user.id, subject, subjectId })
  if (!isHung) throw new Refusal(attachmentMessages.gone, { status: 409 })
}

interface End {
  readonly state: "done" | "returned"
  readonly note: string | undefined
  readonly attachments: string
}

async function end(ask: Ask, own: SeenWork, { state, note, attachments }: End): Promise<void> {
  const { nickname } = ask.user.user
  if (!(await endWork(ask.db, own.id, { state, note: note || null, by: nickname })))
    throw await tooLate(ask, own.id)
  await hang(ask, attachments, "taskWork", own.id)
  await logDone(ask, state === "done" ? "tasks.finish" : "tasks.handBack", {
    task: own.task.id,
    work: own.id,
  })
}

async function remindOf(ask: Ask, seen: SeenTask, work: Id | undefined): Promise<number> {
  const works = await markReminded(ask.db, seen.id, work)
  if (works.length === 0) return 0
  await ringBell(ask.db, {
    personIds: await bellsOf(ask.db, seen.id, { works }),
    topic: "task",
    title: taskRings.remind(ask.user.user.nickname, seen.title),
    place: placeOfTask(seen.id),
  })
  return works.length
}
