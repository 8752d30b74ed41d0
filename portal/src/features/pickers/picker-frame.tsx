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
  /** Something worth knowing that stops nobody: defaults that are gone, parts of an answer that were dropped. */
  readonly notice?: ReactNode
  /** Why the last choice or confirmation was refused; see `usePickerProblem`. */
  readonly problem?: string | null
  /** Confirming is under way. */
  readonly isBusy?: boolean
  /** What was confirmed is being saved: there is no way out before the answer. */
  readonly isSaving?: boolean
  /** What can be chosen: a tree or a list that scrolls by itself, or one of its other faces. */
  readonly children: ReactNode
}

/** The inside of every picker: left what can be chosen, right what is chosen, below the way out. */
export function PickerFrame(props: PickerFrameProps) {
  const { title, tools, chosen, max, notice, problem, isSaving = false, children } = props
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

  return (
    <div ref={frame} className={css.frame} data-picker="" role="presentation" tabIndex={-1} onKeyDown={onKey}>
      <DialogHead title={title} isHeld={isSaving} onClose={cancel} />
      {notice && (
        <div className={css.notice} role="status">
          <Icon name="caution" sizePx={16} />
          <div>{notice}</div>
        </div>
      )}
      <div className={css.sides}>
        <div className={css.left}>
          {tools && <div className={css.tools}>{tools}</div>}
          <div className={css.body}>{children}</div>
        </div>
        <section className={classes(css.right, isFolded && css.folded)} aria-label="已选">
          <div className={css.bar}>
            <h3 className={css.count}>
              已选<strong>{count}</strong>
            </h3>
            <button
              type="button"
              className={css.fold}
              aria-expanded={!isFolded}
              aria-controls={listId}
              onClick={() => setFolded(!isFolded)}
            >
              <span>
                已选<strong>{count}</strong>
              </span>
              {isFolded ? "查看" : "收起"}
              <span className={css.arrow}>
                <Icon name="down" sizePx={16} />
              </span>
            </button>
            <button type="button" className={css.clear} disabled={!removable} onClick={clear}>
              清空
            </button>
          </div>
          <div id={listId} className={css.chosen}>
            {chosen.length === 0 ? (
              <p className={css.none}>
                还没有选择，请在{isFolded ? "左侧" : "列表中"}
                {max === 1 ? "点选" : "勾选"}
              </p>
            ) : (
              <ChosenList chosen={chosen} onRemove={remove} />
            )}
          </div>
        </section>
      </div>
      <footer className={css.foot}>
        <p className={css.problem} role="alert">
          {problem && (
            <>
              <Icon name="danger" sizePx={16} />
              {problem}
            </>
          )}
        </p>
        <Button aria-disabled={isSaving || undefined} onClick={cancel}>
          取消
        </Button>
        <Button look="primary" aria-busy={isBusy} title="Ctrl+Enter" onClick={confirm}>
          {isBusy && <Spinner sizePx={16} />}
          确定{chosen.length > 0 && `（${chosen.length}）`}
        </Button>
      </footer>
      <p className="only-read-aloud" aria-live="polite">
        {change}
      </p>
    </div>
  )
}

/** What came into the list or left it since the last look. */
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
