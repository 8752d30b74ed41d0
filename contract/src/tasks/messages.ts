import { attachmentLimits } from "../attachments/calls.ts"
import type { Id } from "../core/wire.ts"

export const taskLimits = {
  searched: 100,
  title: 100,
  content: 5000,
  step: 200,
  steps: 20,
  note: 500,
  comment: 1000,
  attachments: attachmentLimits.each,
  /** Assignees of one task. */
  assignees: 20_000,
  /** People, departments or organisations named one by one, of each kind; whole areas may be more. */
  picked: 1000,
  /** Of one person. */
  givenPerHour: 200,
  commentsPerHour: 300,
  /** Of one person: each is given again until somebody stops it. */
  repeating: 50,
  /** Tasks of one reminder. */
  remindedAtOnce: 50,
  /** How often an assignee may be reminded of a task, by whomever. */
  remindMinutes: 60,
  /** The latest deadline. */
  dueYears: 5,
  calendarDays: 45,
  calendarRows: 1000,
} as const

export const taskMessages = {
  titleMissing: "请填写任务名称",
  requestMissing: "请填写请求事项",
  nobodyChosen: "请选择接收任务的人员或单位",
  nobodyThere: "所选部门或区域中没有可以接收任务的人员",
  parentsMayNot: "家长账号不能布置任务",
  ownPeopleOnly: "只有管理员可以把任务布置给单位或其他单位的人员",
  mustAsk: (names: readonly string[]) => `不能直接给${named(names)}布置任务，请改为“请求协助”`,
  asksOwnPeople: "请求协助只能发给本单位的人员或部门",
  asksOnce: "请求协助不能设置重复",
  notAccepted: "请先同意协助，再办理",
  answered: "该请求已答复",
  asked: "协助请求已发送",
  acceptedNow: "已同意协助",
  declinedNow: "已婉拒",
  left: (names: readonly string[]) => `${named(names)}已离职或停用，请移除后再提交`,
  eachOfOrganisations: "只有选择了单位或区域，才能由单位全体人员分别办理",
  closedDepartments: (names: readonly string[]) => `部门${named(names)}已停用，请移除后再提交`,
  closedOrganisations: (names: readonly string[]) => `${named(names)}已停用，请移除后再提交`,
  withoutAdministrator: (names: readonly string[]) => `${named(names)}没有管理员，指定管理员后才能办理`,
  tooManyPeople: `一个任务最多布置给${taskLimits.assignees}个对象`,
  tooManyPicked: `人员、部门、单位每类最多选择${taskLimits.picked}个，请移除一些或分批布置`,
  tooManySteps: `步骤最多${taskLimits.steps}条`,
  stepTooLong: `每个步骤不能超过${taskLimits.step}个字`,
  duePast: "截止时间不能早于现在",
  dueTooFar: `截止时间不能晚于${taskLimits.dueYears}年后`,
  changed: "该任务刚刚被修改过，请刷新后再保存",
  cancelled: "该任务已取消，不能再操作",
  tooManyRepeating: `您的重复任务已达${taskLimits.repeating}个，请先停止不再需要的`,
  finished: "该任务已完成，不能再操作",
  handedBack: "该任务已退回，等待布置人处理",
  lastOne: "任务至少要有一个对象，如不再需要请取消任务",
  workDone: "对方已完成，不能再移除",
  goneSince: (name: string) => `${name}已离职或停用，不能重新布置，可以移除`,
  notDone: "该任务尚未完成或退回，无需重新布置",
  stepsOpen: "还有步骤没有完成，请先完成所有步骤",
  noSuchStep: "步骤不存在，请刷新后再试",
  bySteps: "该任务按步骤计算进度，请勾选完成的步骤",
  reasonMissing: "请填写退回原因",
  commentMissing: "请填写内容",
  notYours: "只有任务的负责人可以进行此操作",
  notGiver: "只有布置人或管理员可以进行此操作",
  notYourRequest: "只有请求人可以进行此操作",
  remindedLately: `${taskLimits.remindMinutes}分钟内已提醒过，请稍后再试`,
  nobodyToRemind: "没有需要提醒的人员，都已完成或退回",
  tooManyReminded: `一次最多提醒${taskLimits.remindedAtOnce}个任务`,
  periodTooLong: `日历一次最多查看${taskLimits.calendarDays}天`,
  created: "任务已布置",
  saved: "任务已保存",
  requestSaved: "协助请求已保存",
  finishedNow: "任务已完成",
  handedBackNow: "任务已退回",
  givenAgain: "已重新布置",
  takenOff: "已移除",
  cancelledNow: "任务已取消",
  withdrawnNow: "协助请求已撤回",
  askedAgain: "已再次请求",
  repeatStopped: "已停止重复",
  reminded: (count: number) => `已提醒${count}个对象`,
} as const

function named(names: readonly string[]): string {
  return `${names.slice(0, 3).join("、")}${names.length > 3 ? `等${names.length}个` : ""}`
}

/** What the bell says. */
export const taskRings = {
  given: (giver: string, title: string) => `${giver}给您布置了任务：${title}`,
  asked: (who: string, title: string) => `${who}请您协助：${title}`,
  accepted: (who: string, title: string) => `${who}同意协助：${title}`,
  declined: (who: string, title: string) => `${who}婉拒了协助请求：${title}`,
  again: (giver: string, title: string) => `${giver}重新布置了任务：${title}`,
  remind: (giver: string, title: string) => `${giver}提醒您完成任务：${title}`,
  remindAsked: (who: string, title: string) => `${who}提醒您协助：${title}`,
  soon: (title: string) => `任务即将到期：${title}`,
  overdue: (title: string) => `任务已逾期：${title}`,
  overdueOfYours: (title: string, open: number) => `您布置的任务已逾期，${open}个对象未完成：${title}`,
  handedBack: (who: string, title: string) => `${who}退回了任务：${title}`,
  allDone: (title: string) => `您布置的任务已全部完成：${title}`,
  cancelled: (title: string) => `任务已取消：${title}`,
  withdrawn: (title: string) => `协助请求已撤回：${title}`,
  takenOff: (title: string) => `任务已收回，无需办理：${title}`,
  due: (title: string, due: string | null) =>
    due === null ? `任务不再限期：${title}` : `任务截止时间改为${due.slice(0, 16)}：${title}`,
  comment: (who: string, title: string) => `${who}在任务中留言：${title}`,
} as const

/** Where the portal shows one task. */
export function placeOfTask(id: Id): `/${string}` {
  return `/task?task=${id}`
}
