import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import { taskCalls, type TaskComment, type TaskDetail } from "@uc/contract/tasks/calls"
import { useId, useState } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { useTaskAction } from "../use-task-action.ts"
import css from "../task-drawer.module.css"

const pageSize = 50

/** The keeper speaks to all, everybody else with the keeper. */
export function TaskComments({ task }: { readonly task: TaskDetail }) {
  const id = useId()
  const [text, setText] = useState("")
  const { act, isBusy, problem, setProblem } = useTaskAction()
  const [places, setPlaces] = useState<readonly string[]>([])
  const before = places.at(-1)
  const { data, error, refetch } = useCall(
    taskCalls.comments,
    { id: task.id, limit: pageSize, ...(before !== undefined && { before }) },
    { keepsPrevious: true },
  )
  const [answered, setAnswered] = useState<TaskComment | null>(null)
  // Whoever keeps it and has it as well speaks as its keeper.
  const work = task.isKeeper ? (answered?.work ?? null) : (task.mine?.id ?? null)
  const maySpeak = task.isKeeper || task.mine !== null

  async function say() {
    if (text.trim() === "") return setProblem(taskMessages.commentMissing)
    const said = await act(taskCalls.comment, {
      id: task.id,
      text: text.trim(),
      ...(work !== null && { work }),
    })
    if (!said) return
    setText("")
    setAnswered(null)
    setPlaces([])
  }

  return (
    <section className={css.part} aria-label="留言">
      <h3>留言</h3>
      {data && (data.next !== null || places.length > 0) && (
        <div className={css.pager}>
          <Button
            disabled={data.next === null}
            onClick={() => data.next !== null && setPlaces([...places, data.next])}
          >
            更早的留言
          </Button>
          <Button disabled={places.length === 0} onClick={() => setPlaces(places.slice(0, -1))}>
            更新的留言
          </Button>
        </div>
      )}
      {error ? (
        <ErrorState title="留言没有加载成功" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={[40]} />
      ) : data.items.length === 0 ? (
        <p className={css.hint}>还没有留言</p>
      ) : (
        <ul className={css.comments}>
          {data.items.toReversed().map((comment) => (
            <li key={comment.id}>
              <p>
                <strong>{comment.isMine ? "我" : comment.author}</strong>
                <small>
                  {comment.work === null && "对所有人 · "}
                  {formatMoment(comment.at, nowMs())}
                </small>
                {task.isKeeper && !comment.isMine && comment.work !== null && (
                  <Button aria-label={`回复${comment.author}`} onClick={() => setAnswered(comment)}>
                    回复
                  </Button>
                )}
              </p>
              <p className={css.said}>{comment.text}</p>
            </li>
          ))}
        </ul>
      )}
      {maySpeak && (
        <form
          className={css.speak}
          onSubmit={(event) => {
            event.preventDefault()
            void say()
          }}
        >
          <label htmlFor={id}>
            {!task.isKeeper ? "给布置人留言" : answered ? `回复${answered.author}` : "对所有人说"}
            {answered && <Button onClick={() => setAnswered(null)}>改为对所有人说</Button>}
          </label>
          <textarea
            id={id}
            rows={2}
            value={text}
            maxLength={taskLimits.comment}
            onChange={({ target }) => {
              setText(target.value)
              setProblem(null)
            }}
          />
          <div className={css.speakFoot}>
            <span role="alert" className={css.problem}>
              {problem}
            </span>
            <Button type="submit" aria-busy={isBusy}>
              {isBusy && <Spinner sizePx={16} />}
              留言
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
