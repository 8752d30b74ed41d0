import { attachment } from "../db/schema/attachments.ts"
import { task, taskAssignee, taskComment } from "../db/schema/tasks.ts"
import {
  dayMs,
  daysAgo,
  headOf,
  startOfDay,
  type DemoOrganisation,
  type DemoPerson,
  type World,
} from "./world.ts"

/** The end of a working day, some days from now. */
function dueIn(now: Date, days: number): Date {
  return new Date(startOfDay(now).getTime() + days * dayMs + 17 * 3_600_000)
}

/** A bureau's task for its schools, half done, with steps and comments; and its weekly one for its own people. */
export function addTaskStories(
  { rows, now }: World,
  bureau: DemoOrganisation,
  schools: readonly DemoOrganisation[],
): void {
  const giver = headOf(bureau)
  const given = { orgId: bureau.id, giverId: giver.id, giverName: giver.name, giverOrgName: bureau.name }
  const createdAt = daysAgo(now, 3, 9, 20)
  const steps = ["逐栋检查消防通道和应急照明", "对发现的问题拍照并登记", "完成整改，上传整改前后的照片"]
  const taskId = rows.put(task, {
    ...given,
    title: "冬季消防安全专项检查",
    content:
      "请各单位对照清单逐项检查，发现的问题立即整改；不能立即整改的，写明期限和责任人。\n检查结果将纳入平安校园考核。",
    priority: 1,
    steps,
    dueAt: dueIn(now, 4),
    createdAt,
  })
  const works = schools.map((org, at) => {
    // The first is the school of the demo accounts: it has something left to do.
    const stage = (at + 3) % 5
    const doneSteps = stage < 2 ? [0, 1, 2] : stage === 2 ? [0, 1] : stage === 3 ? [0] : []
    const finishedAt = stage < 2 ? daysAgo(now, 1, 10 + stage, 5 * at) : null
    return {
      org,
      id: rows.put(taskAssignee, {
        orgId: org.id,
        taskId,
        state: finishedAt ? "done" : doneSteps.length > 0 ? "doing" : "new",
        progress: finishedAt ? 100 : Math.floor((100 * doneSteps.length) / steps.length),
        doneSteps,
        note: finishedAt ? "已全部检查完毕，疏散指示灯已更换。" : null,
        workedBy: doneSteps.length > 0 ? headOf(org).name : null,
        finishedAt,
        createdAt,
      }),
    }
  })
  const say = (by: DemoPerson, text: string, days: number, work?: (typeof works)[number]) =>
    rows.put(taskComment, {
      orgId: work?.org.id ?? bureau.id,
      taskId,
      ...(work && { assigneeId: work.id }),
      authorId: by.id,
      authorName: by.name,
      text,
      createdAt: daysAgo(now, days, 14, 10 * days),
    })
  say(giver, "检查清单已发到各单位群，本周五前请完成第一步。", 2)
  const asking = works[4]
  if (asking) {
    say(headOf(asking.org), "宿舍楼的应急照明需要更换，配件下周一到货，能否顺延两天？", 1, asking)
    say(giver, "可以，请先做好临时照明并在说明里写清楚。", 0, asking)
  }

  const weeklyAt = daysAgo(now, 2, 8, 30)
  const weekly = rows.nextId(task)
  rows.add(task, {
    ...given,
    id: weekly,
    seriesId: weekly,
    title: "每周值班巡查小结",
    content: "小结本周值班巡查情况，重点写明发现的问题和处理结果。",
    priority: 2,
    dueAt: dueIn(now, 3),
    repeat: "weekly",
    repeatAt: new Date(weeklyAt.getTime() + 7 * dayMs),
    createdAt: weeklyAt,
  })
  for (const person of bureau.people.slice(1, 7))
    rows.put(taskAssignee, { orgId: bureau.id, taskId: weekly, personId: person.id, createdAt: weeklyAt })
}

/** For the tests: an organisation's own task with a comment and a file. */
export function addTaskTraces({ rows, now }: World, org: DemoOrganisation): void {
  const head = headOf(org)
  const createdAt = daysAgo(now, 2)
  const taskId = rows.put(task, {
    orgId: org.id,
    giverId: head.id,
    giverName: head.name,
    giverOrgName: org.name,
    title: "张贴应急疏散图",
    createdAt,
  })
  rows.put(taskAssignee, { orgId: org.id, taskId, personId: head.id, createdAt })
  rows.put(taskComment, {
    orgId: org.id,
    taskId,
    authorId: head.id,
    authorName: head.name,
    text: "每层都要有",
    createdAt,
  })
  rows.put(attachment, {
    orgId: org.id,
    uploaderId: head.id,
    name: "疏散图.pdf",
    state: "ready",
    mediaType: "application/pdf",
    bytes: 0,
    blobKey: `00000000-0000-4000-8000-${org.id.padStart(12, "0")}`,
    subject: "task",
    subjectId: taskId,
    createdAt,
  })
}
