import { taskCalls, workStates, type TaskDetail, type TaskWork } from "@uc/contract/tasks/calls"
import { useId, useState } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { shownAttachments } from "../../attachments/public.ts"
import { Checkbox } from "../../../ui/forms/controls/checkbox.tsx"
import { AttachmentList } from "../../../ui/data/attachment-list.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { Tag } from "../../../ui/marks/tag.tsx"
import { workLooks } from "../task-labels.ts"
import type { Act } from "../../../platform/http/use-action.ts"
import { WorkBar } from "./work-bar.tsx"
import css from "../task-drawer.module.css"

interface OwnWorkProps {
  readonly task: TaskDetail
  readonly mine: TaskWork
  readonly act: Act
  readonly isBusy: boolean
}

/** One's own part: ticked off step by step, or told in percent. */
export function OwnWork({ task, mine, act, isBusy }: OwnWorkProps) {
  const mayWork = task.can.includes("work")
  return (
    <section className={css.part} aria-label="我的进度">
      <div className={css.partHead}>
        <h3>
          {mine.nickname === null ? "本单位的进度" : "我的进度"}
          <Tag {...workLooks[mine.state]}>{workStates[mine.state]}</Tag>
        </h3>
        <WorkBar percent={mine.progress} words={`${mine.progress}%`} />
      </div>
      {task.steps.length > 0 ? (
        <Steps steps={task.steps} mine={mine} mayWork={mayWork && !isBusy} act={act} />
      ) : (
        mayWork && <Percent key={mine.progress} mine={mine} act={act} isBusy={isBusy} />
      )}
      {mine.note && (
        <p className={css.note}>
          {mine.state === "returned" ? "退回原因：" : "办结说明："}
          {mine.note}
        </p>
      )}
      <AttachmentList label="办理附件" items={shownAttachments(mine.attachments)} />
      {mine.finishedAt && (
        <p className={css.hint}>
          {mine.workedBy} {formatMoment(mine.finishedAt, nowMs())}
          {mine.state === "returned" ? "退回" : "办结"}
        </p>
      )}
    </section>
  )
}

interface StepsProps {
  readonly steps: readonly string[]
  readonly mine: TaskWork
  readonly mayWork: boolean
  readonly act: Act
}

function Steps({ steps, mine, mayWork, act }: StepsProps) {
  // Ticked at once under the finger; what the server says afterwards holds.
  const [ticked, setTicked] = useState<readonly number[] | null>(null)
  const done = ticked ?? mine.doneSteps

  async function tick(no: number) {
    const next = done.includes(no) ? done.filter((each) => each !== no) : [...done, no]
    setTicked(next)
    await act(taskCalls.work, { work: mine.id, steps: next.join(","), before: mine.doneSteps.join(",") })
    setTicked(null)
  }

  return (
    <ol className={css.steps}>
      {steps.map((step, no) => {
        const isDone = done.includes(no) || mine.state === "done"
        return (
          <li key={no}>
            <label className={isDone ? css.stepDone : undefined}>
              <Checkbox checked={isDone} disabled={!mayWork} onChange={() => void tick(no)} />
              {step}
            </label>
          </li>
        )
      })}
    </ol>
  )
}

function Percent({ mine, act, isBusy }: Omit<OwnWorkProps, "task">) {
  const id = useId()
  const [percent, setPercent] = useState(mine.progress)
  const save = () => {
    if (percent !== mine.progress) void act(taskCalls.work, { work: mine.id, progress: percent })
  }
  return (
    <div className={css.percent}>
      <label htmlFor={id}>更新进度</label>
      <input
        id={id}
        type="range"
        min={0}
        max={95}
        step={5}
        value={percent}
        disabled={isBusy}
        aria-valuetext={`${percent}%`}
        onChange={({ target }) => setPercent(Number(target.value))}
        onPointerUp={save}
        onKeyUp={save}
        onBlur={save}
      />
      <output htmlFor={id}>{percent}%</output>
    </div>
  )
}
