import { taskCalls, type TaskComment, type TaskDetail } from "@uc/contract/tasks/calls"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { DraftOffer } from "../../../ui/forms/draft-offer.tsx"
import { LongTextField } from "../../../ui/forms/form-fields.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { useTaskAction } from "../use-task-action.ts"

const pageSize = 50

/** Who manages the task writes to all, everybody else to the manager. */
export function TaskComments({ task }: { readonly task: TaskDetail }) {
  const { attempt, fallback } = useTaskAction()
  const [places, setPlaces] = useState<readonly string[]>([])
  const before = places.at(-1)
  const { data, error, refetch } = useCall(
    taskCalls.comments,
    { id: task.id, limit: pageSize, ...(before !== undefined && { before }) },
    { keepsPrevious: true },
  )
  const [answered, setAnswered] = useState<TaskComment | null>(null)
  // Who manages the task and is an assignee as well writes as its manager.
  const work = task.isManager ? (answered?.work ?? null) : (task.mine?.id ?? null)
  const maySpeak = task.isManager || task.mine !== null

  const form = useForm({
    call: taskCalls.comment,
    attempt,
    fallback,
    initial: { text: "" },
    input: ({ text }) => ({ id: task.id, text: text.trim(), ...(work !== null && { work }) }),
    onDone() {
      form.set({ text: "" })
      setAnswered(null)
      setPlaces([])
    },
  })

  return (
    <Stack as="section" gap={12} padX={16} padY={12} surface="card" aria-label="留言">
      <Text as="h3" size={14}>
        留言
      </Text>
      {data && (data.next !== null || places.length > 0) && (
        <Row gap={8} justify="end">
          <Button
            disabled={data.next === null}
            onClick={() => data.next !== null && setPlaces([...places, data.next])}
          >
            更早的留言
          </Button>
          <Button disabled={places.length === 0} onClick={() => setPlaces(places.slice(0, -1))}>
            更新的留言
          </Button>
        </Row>
      )}
      {error ? (
        <ErrorState title="留言加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={[40]} />
      ) : data.items.length === 0 ? (
        <Text as="p" tone="faint" size={13}>
          暂无留言
        </Text>
      ) : (
        <Stack as="ul" gap={12}>
          {data.items.toReversed().map((comment) => (
            <li key={comment.id}>
              <Row as="p" wrap gap={0} columnGap={8}>
                <Text as="strong" weight={500}>
                  {comment.isMine ? "我" : comment.author}
                </Text>
                <Text as="small" tone="faint" size={12}>
                  {comment.work === null && "对所有人 · "}
                  {formatMoment(comment.at, nowMs())}
                </Text>
                {task.isManager && !comment.isMine && comment.work !== null && (
                  <Button aria-label={`回复${comment.author}`} onClick={() => setAnswered(comment)}>
                    回复
                  </Button>
                )}
              </Row>
              <Text as="p" keepsLines>
                {comment.text}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {maySpeak && (
        <Stack
          as="form"
          gap={6}
          onSubmit={(event) => {
            event.preventDefault()
            form.onSubmit()
          }}
        >
          {form.draft && <DraftOffer {...form.draft} />}
          <LongTextField
            label={
              !task.isManager
                ? `给${task.isRequest ? "请求人" : "布置人"}留言`
                : answered
                  ? `回复${answered.author}`
                  : "留言（参与人均可见）"
            }
            rows={2}
            {...form.text("text")}
          />
          <Row gap={8} wrap justify="end">
            {form.problem && (
              <Text role="alert" tone="danger" grow>
                {form.problem}
              </Text>
            )}
            {answered && <Button onClick={() => setAnswered(null)}>改为所有参与人可见</Button>}
            <Button type="submit" aria-busy={form.isBusy}>
              {form.isBusy && <Spinner sizePx={16} />}
              留言
            </Button>
          </Row>
        </Stack>
      )}
    </Stack>
  )
}
