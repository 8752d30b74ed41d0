import type { CurrentUser } from "@uc/contract/account/calls"
import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import {
  taskCalls,
  taskRepeats,
  type TaskDetail,
  type TaskPriority,
  type TaskRepeat,
} from "@uc/contract/tasks/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useForm, type Form } from "../../page-kit/form/use-form.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAttachments } from "../attachments/public.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import {
  ChoiceField,
  FieldPair,
  LongTextField,
  MomentField,
  TextField,
  Tick,
} from "../../ui/forms/form-fields.tsx"
import { linesOf } from "../../ui/format/lines-of.ts"
import { momentAt } from "../../ui/format/moment-in-words.ts"
import { FilesField } from "./files-field.tsx"
import { noReceivers, ReceiversField, type Receivers } from "./receivers-field.tsx"
import { fieldOf, momentOf } from "./task-labels.ts"
import { usePriorities } from "./use-priorities.ts"
import { useTaskAction } from "./use-task-action.ts"

interface TaskFormProps {
  readonly user: CurrentUser
  /** Null: a new one. */
  readonly task: TaskDetail | null
  /** Who gets a new one, unless others are chosen. */
  readonly to?: Receivers["people"]
  /** DAY-14: they are asked for help. */
  readonly asks?: boolean
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

const repeats = [[null, "不重复"], ...(Object.entries(taskRepeats) as [TaskRepeat, string][])] as const

function listed(chosen: readonly { readonly id: string }[]): string {
  return chosen.map(({ id }) => id).join(",")
}

interface Values {
  readonly title: string
  readonly content: string
  readonly priority: `${TaskPriority}`
  readonly deadline: string
  readonly repeat: TaskRepeat | null
  readonly steps: string
  readonly receivers: Receivers
  readonly asks: boolean
}

const startingWith = (task: TaskDetail | null, to: Receivers["people"] = [], asks = false): Values => ({
  title: task?.title ?? "",
  content: task?.content ?? "",
  priority: `${task?.priority ?? 2}`,
  deadline: fieldOf(task?.deadline ?? null),
  repeat: null,
  steps: "",
  receivers: { ...noReceivers, people: to },
  asks,
})

const whatOf = ({ title, content, priority, deadline }: Values) => ({
  title: title.trim(),
  content,
  priority: Number(priority) as TaskPriority,
  deadline: momentOf(deadline),
})

/** A past day may stay, but can't be chosen. */
function duePast({ deadline }: Values, task: TaskDetail | null) {
  const due = momentOf(deadline)
  return due !== null && due !== task?.deadline && due <= momentAt(nowMs())
    ? { deadline: taskMessages.duePast }
    : null
}

function requestProblem({ title }: Values, asks: boolean) {
  return asks && title.trim() === "" ? { title: taskMessages.requestMissing } : null
}

function receiversProblem({ receivers: { people, departments, organisations } }: Values) {
  const lengths = [people, departments, organisations].map(({ length }) => length)
  if (lengths.every((length) => length === 0)) return { receivers: taskMessages.nobodyChosen }
  return lengths.some((length) => length > taskLimits.picked)
    ? { receivers: taskMessages.tooManyPicked }
    : null
}

const ChangedTask = closesWhenBroken(function ChangedTask({
  task,
  onSaved,
  onClose,
}: Omit<TaskFormProps, "user"> & { readonly task: TaskDetail }) {
  const { attempt, fallback, onFailed } = useTaskAction()
  const files = useAttachments(task.attachments.length)
  const form = useForm({
    call: taskCalls.change,
    attempt,
    fallback,
    onFailed,
    initial: startingWith(task),
    input: (values) => ({
      id: task.id,
      version: task.version,
      ...whatOf(values),
      attachments: files.ids,
    }),
    check: (values) => requestProblem(values, task.isRequest) ?? duePast(values, task) ?? files.obstacle,
    hasFiles: files.items.length > 0,
    onDone({ id }) {
      showToast("success", task.isRequest ? taskMessages.requestSaved : taskMessages.saved)
      onSaved(id)
    },
  })
  const already = task.attachments.length
  return (
    <FormDialog title={task.isRequest ? "修改请求" : "修改任务"} confirm="保存" form={form} onClose={onClose}>
      <TitleField form={form} asks={task.isRequest} />
      <WhenAndWhat form={form} />
      <FilesField label={already > 0 ? `补充附件（选填，已有${already}个）` : "附件（选填）"} files={files} />
    </FormDialog>
  )
})

const NewTask = closesWhenBroken(function NewTask({
  user,
  to,
  asks = false,
  onSaved,
  onClose,
}: Omit<TaskFormProps, "task">) {
  const { attempt, fallback, onFailed } = useTaskAction()
  const files = useAttachments()
  const form = useForm({
    call: taskCalls.create,
    attempt,
    fallback,
    onFailed,
    initial: startingWith(null, to, asks),
    input: (values) => ({
      ...whatOf(values),
      steps: linesOf(values.steps),
      repeat: values.asks ? null : values.repeat,
      ...(values.asks && { asks: 1 as const }),
      people: listed(values.receivers.people),
      departments: listed(values.receivers.departments),
      organisations: listed(values.receivers.organisations),
      // The last organisation may have been removed after it was ticked.
      ...(values.receivers.isEach && values.receivers.organisations.length > 0 && { each: 1 as const }),
      attachments: files.ids,
    }),
    fieldOf: { people: "receivers", departments: "receivers", organisations: "receivers" },
    check(values) {
      const problems = {
        ...requestProblem(values, values.asks),
        ...duePast(values, null),
        ...receiversProblem(values),
      }
      return Object.keys(problems).length > 0 ? problems : files.obstacle
    },
    hasFiles: files.items.length > 0,
    onDone({ id, assignees, unattended }, values) {
      const told = values.asks
        ? `${taskMessages.asked}，共${assignees}人`
        : `${taskMessages.created}，共${assignees}个对象`
      showToast("success", told)
      if (unattended.length > 0) showToast("warning", taskMessages.withoutAdministrator(unattended))
      onSaved(id)
    },
  })
  return (
    <FormDialog
      title={form.values.asks ? "请求协助" : "布置任务"}
      confirm={form.values.asks ? "发送请求" : "布置"}
      form={form}
      onClose={onClose}
    >
      <TitleField form={form} asks={form.values.asks} />
      <ReceiversField user={user} {...form.bind("receivers")} onProblem={form.setProblem} />
      {!holds(user, "tasks.manage") && (
        <Tick label="请求协助（对方可以同意或婉拒，适用于上级和其他部门的同事）" {...form.bind("asks")} />
      )}
      <WhenAndWhat form={form} />
      <LongTextField
        label="步骤（选填）"
        hint={`每行一个步骤，由${form.values.asks ? "对方" : "每个对象各自"}勾选，全部完成后才能办结`}
        rows={3}
        placeholder={"逐项检查\n拍照留存\n整改并上报"}
        {...form.bind("steps")}
      />
      <FilesField label="附件（选填）" files={files} />
      {!form.values.asks && (
        <ChoiceField
          label="重复"
          hint={form.values.repeat && "到时会自动布置下一次，截止时间相应顺延；可随时停止"}
          choices={repeats}
          {...form.bind("repeat")}
        />
      )}
    </FormDialog>
  )
})

export function TaskForm({ task, ...others }: TaskFormProps) {
  return task ? <ChangedTask task={task} {...others} /> : <NewTask {...others} />
}

function TitleField({ form, asks }: { readonly form: Form<Values>; readonly asks: boolean }) {
  const words = asks
    ? { label: "请求事项", placeholder: "例如：帮忙布置公开课场地" }
    : { label: "任务名称", placeholder: "例如：报送本月安全隐患排查情况" }
  return <TextField {...words} {...form.text("title")} />
}

function WhenAndWhat({ form }: { readonly form: Form<Values> }) {
  const { choices, wordOf } = usePriorities()
  const { priority } = form.values
  // The present value stays, also when it is no longer offered.
  const offered = choices.some(([key]) => key === priority)
    ? choices
    : [...choices, [priority, wordOf(Number(priority) as TaskPriority)] as const]
  return (
    <>
      <FieldPair>
        <MomentField label="截止时间（选填）" usualTime="18:00" {...form.bind("deadline")} />
        <ChoiceField label="优先级" choices={offered} {...form.bind("priority")} />
      </FieldPair>
      <LongTextField label="说明（选填）" rows={3} {...form.text("content")} />
    </>
  )
}
