import { useState, type ReactNode } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface BulkAction<R> {
  /** Of the button: 确认, 撤回. */
  readonly words: string
  readonly icon: IconName
  /** Asked first, where it can't be undone. */
  readonly confirm?: { readonly words: string; readonly look?: "primary" | "danger" }
  /** For one of them: the server decides for each whether it may be done, and fails with the sentence. */
  readonly run: (row: R) => Promise<unknown>
}

interface ChosenBarProps<R> {
  readonly rows: readonly R[]
  /** 个任务, 条预警. */
  readonly unit: string
  readonly nameOf: (row: R) => string
  readonly actions: readonly BulkAction<R>[]
  /** Actions that one call does for all. */
  readonly children?: ReactNode
  /** After all of them, done or not: what is shown is loaded again. */
  readonly onDone: () => void
  readonly onNone: () => void
}

interface Result {
  readonly name: string
  /** Null: done. */
  readonly problem: string | null
}

/** DAY-13: what is done with several rows, one after the other, and what became of each. */
export function ChosenBar<R>({ rows, unit, nameOf, actions, children, onDone, onNone }: ChosenBarProps<R>) {
  const [asked, setAsked] = useState<BulkAction<R> | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const [told, setTold] = useState<{ readonly words: string; readonly results: readonly Result[] } | null>(
    null,
  )

  async function run({ words, run: runOne }: BulkAction<R>) {
    if (done !== null) return
    setTold(null)
    const results: Result[] = []
    for (const row of rows) {
      setDone(results.length)
      // One after the other: each is a change of its own, and many at once would spend the budget of requests.
      // oxlint-disable-next-line no-await-in-loop
      results.push({ name: nameOf(row), problem: await problemOf(() => runOne(row)) })
    }
    setDone(null)
    setTold({ words, results })
    // A list that is empty afterwards has no room for more than this.
    const count = results.filter(({ problem }) => problem === null).length
    if (count > 0) showToast("success", `已${words} ${count} ${unit}`)
    onDone()
    onNone()
  }

  return (
    <>
      {rows.length > 0 && (
        <Row gap={8} wrap role="status">
          {done === null ? `已选择 ${rows.length} ${unit}` : `正在处理 ${done + 1} / ${rows.length}`}
          {children}
          {actions.map((action) => (
            <Button
              key={action.words}
              aria-busy={done !== null}
              onClick={() => (action.confirm ? setAsked(action) : void run(action))}
            >
              {done === null ? <Icon name={action.icon} sizePx={16} /> : <Spinner sizePx={16} />}
              {action.words}
            </Button>
          ))}
          <Button disabled={done !== null} onClick={onNone}>
            取消选择
          </Button>
        </Row>
      )}
      {told && <Results {...told} unit={unit} onClose={() => setTold(null)} />}
      {asked?.confirm && (
        <ConfirmDialog
          title={`${asked.words}所选的 ${rows.length} ${unit}？`}
          words={asked.confirm.words}
          confirm={asked.words}
          look={asked.confirm.look ?? "primary"}
          onConfirm={async () => {
            await run(asked)
            return null
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

async function problemOf(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    return messageOf(error, "操作失败，请重试") ?? "操作失败，请重试"
  }
}

interface ResultsProps {
  readonly words: string
  readonly unit: string
  readonly results: readonly Result[]
  readonly onClose: () => void
}

function Results({ words, unit, results, onClose }: ResultsProps) {
  const failed = results.filter(({ problem }) => problem !== null)
  const surface = failed.length === 0 ? "done" : "caution"
  return (
    <Row gap={8} padX={12} padY={8} surface={surface} role="alert" align="start" justify="between" wrap>
      <Stack gap={4}>
        <Text weight={500}>
          已{words} {results.length - failed.length} {unit}
          {failed.length > 0 && `，${failed.length} ${unit}没有${words}`}
        </Text>
        <ul>
          {results.map(({ name, problem }, at) => (
            <Text as="li" key={at} size={13} breaks>
              {name}：{problem ?? `已${words}`}
            </Text>
          ))}
        </ul>
      </Stack>
      <Button onClick={onClose}>知道了</Button>
    </Row>
  )
}
