import {
  isStoppedWork,
  taskCalls,
  workStateLabel,
  type TaskDetail,
  type TaskWork,
} from "@uc/contract/tasks/calls"
import { useId, useState } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { shownAttachments } from "../../attachments/public.ts"
import { Tick } from "../../../ui/forms/form-fields.tsx"
import { AttachmentList } from "../../../ui/data/attachment-list.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { lookOfWork } from "../task-labels.ts"
import type { Act } from "../../../platform/http/use-action.ts"
import { WorkBar } from "./work-bar.tsx"
import css from "./work.module.css"

interface OwnWorkProps {
  readonly task: TaskDetail
  readonly mine: TaskWork
  readonly act: Act
  readonly isBusy: boolean
}

/** The viewer's own work: ticked off step by step, or in percent. */
export function OwnWork({ task, mine, act, isBusy }: OwnWorkProps) {
  const mayWork = task.can.includes("work")
  const backWord = task.isRequest ? "婉拒" : "退回"
  return (
    <Stack as="section" gap={12} padX={16} padY={12} surface="card" aria-label="我的进度">
      <Grid columns={2} gap={8} align="center">
        <Row as="h3" gap={8} size={14}>
          {mine.nickname === null ? "本单位的进度" : "我的进度"}
          <Tag {...lookOfWork(task, mine.state)}>{workStateLabel(task, mine.state)}</Tag>
        </Row>
        {!isStoppedWork(task, mine.state) && <WorkBar percent={mine.progress} words={`${mine.progress}%`} />}
      </Grid>
      {task.steps.length > 0 ? (
        <Steps steps={task.steps} mine={mine} mayWork={mayWork && !isBusy} act={act} />
      ) : (
        mayWork && <Percent key={mine.progress} mine={mine} act={act} isBusy={isBusy} />
      )}
      {mine.note && (
        <Text as="p" padX={12} padY={8} surface="sunken" keepsLines>
          {mine.state === "returned" ? `${backWord}原因：` : "办结说明："}
          {mine.note}
        </Text>
      )}
      <AttachmentList label="办理附件" items={shownAttachments(mine.attachments)} />
      {mine.finishedAt && (
        <Text as="p" tone="faint" size={13}>
          {mine.workedBy} {formatMoment(mine.finishedAt, nowMs())}
          {mine.state === "returned" ? backWord : "办结"}
        </Text>
      )}
    </Stack>
  )
}

interface StepsProps {
  readonly steps: readonly string[]
  readonly mine: TaskWork
  readonly mayWork: boolean
  readonly act: Act
}

function Steps({ steps, mine, mayWork, act }: StepsProps) {
  // Shown as ticked immediately; the server's answer counts.
  const [ticked, setTicked] = useState<readonly number[] | null>(null)
  const done = ticked ?? mine.doneSteps

  async function tick(no: number) {
    const next = done.includes(no) ? done.filter((each) => each !== no) : [...done, no]
    setTicked(next)
    await act(taskCalls.work, { work: mine.id, steps: next.join(","), before: mine.doneSteps.join(",") })
    setTicked(null)
  }

  return (
    <Stack as="ol" gap={2}>
      {steps.map((step, no) => {
        const isDone = done.includes(no) || mine.state === "done"
        return (
          <Text as="li" key={no} padY={6} breaks className={isDone ? css.stepDone : undefined}>
            <Tick label={step} value={isDone} isDisabled={!mayWork} onValue={() => void tick(no)} />
          </Text>
        )
      })}
    </Stack>
  )
}

function Percent({ mine, act, isBusy }: Omit<OwnWorkProps, "task">) {
  const id = useId()
  const [percent, setPercent] = useState(mine.progress)
  const save = () => {
    if (percent !== mine.progress) void act(taskCalls.work, { work: mine.id, progress: percent })
  }
  return (
    <Row gap={12} tone="soft">
      <label htmlFor={id}>更新进度</label>
      <Text
        as="input"
        id={id}
        grow
        className={css.percent}
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
      <Text as="output" htmlFor={id} figures>
        {percent}%
      </Text>
    </Row>
  )
}
