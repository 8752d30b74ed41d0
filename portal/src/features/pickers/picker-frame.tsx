import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ChosenList, type ChosenEntry } from "./chosen-list.tsx"
import { changeBetween, formatChange } from "./chosen.ts"
import { keepFocus } from "./keep-focus.ts"
import css from "./picker-frame.module.css"

interface PickerFrameProps {
  readonly title: string
  /** Above what can be chosen: the search box and the like. */
  readonly tools?: ReactNode
  readonly chosen: readonly ChosenEntry[]
  /** Null: no limit. */
  readonly max: number | null
  readonly onRemove: (key: string) => void
  readonly onClear: () => void
  readonly onCancel: () => void
  readonly onConfirm: () => void
  /** Hints that block nothing: missing defaults, dropped parts of an answer. */
  readonly notices?: readonly string[]
  /** Why the last choice or confirmation was refused; see `usePickerProblem`. */
  readonly problem?: string | null
  /** Confirming is under way. */
  readonly isBusy?: boolean
  /** What was confirmed is being saved: it can't be closed before the answer. */
  readonly isSaving?: boolean
  /** What can be chosen: a tree or a list that scrolls by itself, or its loading, empty or error state. */
  readonly children: ReactNode
}

/** The inside of every picker: left what can be chosen, right what is chosen, below the buttons. */
export function PickerFrame(props: PickerFrameProps) {
  const { title, tools, chosen, max, notices = [], problem, isSaving = false, children } = props
  const isBusy = isSaving || (props.isBusy ?? false)
  const [isFolded, setFolded] = useState(true)
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const change = useChangeAnnouncement(chosen)
  const removable = chosen.some(({ isRequired }) => !isRequired)
  const count = max === null ? `${chosen.length}` : `${chosen.length}/${max}`

  function confirm() {
    if (!isBusy) props.onConfirm()
  }

  function cancel() {
    if (!isSaving) props.onCancel()
  }

  function clear(event: MouseEvent) {
    keepFocus(event.currentTarget)
    props.onClear()
  }

  function remove(key: string) {
    if (chosen.length === 1 && frame.current) keepFocus(frame.current)
    props.onRemove(key)
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    confirm()
  }

  const counted = (
    <>
      已选
      <Text as="strong" figures weight={600} padX={6}>
        {count}
      </Text>
    </>
  )

  return (
    <Stack
      fills
      ref={frame}
      className={css.frame}
      data-picker=""
      role="presentation"
      tabIndex={-1}
      onKeyDown={onKey}
    >
      <DialogHead title={title} isHeld={isSaving} onClose={cancel} />
      {notices.length > 0 && (
        <Row
          rigid
          align="start"
          gap={8}
          padX={20}
          padY={8}
          surface="caution"
          line="bottom"
          tone="caution"
          size={13}
          className={css.notice}
          role="status"
        >
          <Icon name="caution" sizePx={16} />
          <Stack grow>
            {notices.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Stack>
        </Row>
      )}
      <Row align="stretch" onPhone="stack" className={css.sides}>
        <Stack fills>
          {tools && (
            <Row wrap rigid gap={8} padX={16} padY={10}>
              {tools}
            </Row>
          )}
          <Stack fills className={css.body}>
            {children}
          </Stack>
        </Stack>
        <Stack fills as="section" className={classes(css.right, isFolded && css.folded)} aria-label="已选">
          <Row rigid justify="between" padX={8} padY={6}>
            <Text as="h3" tone="soft" size={14} weight={400} padX={8} className={css.count}>
              {counted}
            </Text>
            <Button
              look="text"
              className={css.fold}
              aria-expanded={!isFolded}
              aria-controls={listId}
              onClick={() => setFolded(!isFolded)}
            >
              <Text grow>{counted}</Text>
              {isFolded ? "查看" : "收起"}
              <Icon name={isFolded ? "up" : "down"} sizePx={16} />
            </Button>
            <Button look="text" disabled={!removable} onClick={clear}>
              清空
            </Button>
          </Row>
          <Stack fills id={listId} className={css.chosen}>
            {chosen.length === 0 ? (
              <Stack fills as="p" justify="center" pad={24} centred tone="faint">
                尚未选择，请在{isFolded ? "左侧" : "列表中"}
                {max === 1 ? "点选" : "勾选"}
              </Stack>
            ) : (
              <ChosenList chosen={chosen} onRemove={remove} />
            )}
          </Stack>
        </Stack>
      </Row>
      <Row rigid gap={8} padX={20} padY={12} line="top" className={css.foot}>
        <Row as="p" grow gap={6} tone="danger" className={css.problem} role="alert">
          {problem && (
            <>
              <Icon name="danger" sizePx={16} />
              <Text grow>{problem}</Text>
            </>
          )}
        </Row>
        <Button aria-disabled={isSaving || undefined} onClick={cancel}>
          取消
        </Button>
        <Button look="primary" aria-busy={isBusy} title="Ctrl+Enter" onClick={confirm}>
          {isBusy && <Spinner sizePx={16} />}
          确定{chosen.length > 0 && `（${chosen.length}）`}
        </Button>
      </Row>
      <p className="only-read-aloud" aria-live="polite">
        {change}
      </p>
    </Stack>
  )
}

/** What was added or removed since the last render. */
function useChangeAnnouncement(chosen: readonly ChosenEntry[]): string {
  const before = useRef(chosen)
  const [words, setWords] = useState("")
  useEffect(() => {
    const told = formatChange(changeBetween(before.current, chosen), chosen.length)
    before.current = chosen
    if (told !== "") setWords(told)
  }, [chosen])
  return words
}
