import type { SearchedPerson } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useId, useRef, type KeyboardEvent } from "react"
import { Checkbox } from "../../../ui/forms/controls/checkbox.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { placeOf } from "./person-tree-nodes.ts"
import type { Paste, PasteAnswer } from "./use-paste.ts"
import css from "./paste-panel.module.css"

/** Far more than any list of names. */
const longestPaste = 100_000

interface PastePanelProps {
  readonly paste: Paste
  readonly chosen: ReadonlyMap<Id, unknown>
  readonly fixed: ReadonlySet<Id>
  readonly onToggle: (person: SearchedPerson) => void
  readonly onBack: () => void
}

/** A list of names out of a spreadsheet or a chat becomes people: matched, to be decided, unknown. */
export function PastePanel({ paste, chosen, fixed, onToggle, onBack }: PastePanelProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { text, count, answer, isAsking, problem } = paste

  useEffect(() => box.current?.focus(), [])

  function onKey(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return
    // Only the top-most thing closes: the panel, not the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onBack()
  }

  return (
    <div className={css.panel} role="presentation" onKeyDown={onKey}>
      <div className={css.head}>
        <Button look="quiet" aria-label="返回" title="返回" onClick={onBack}>
          <Icon name="back" />
        </Button>
        <h3>粘贴名单</h3>
      </div>
      <div className={css.scroll}>
        <label className={css.label} htmlFor={id}>
          粘贴姓名或账号，每行一个，也可以用逗号、顿号、空格分隔
        </label>
        <textarea
          ref={box}
          id={id}
          className={css.text}
          rows={5}
          maxLength={longestPaste}
          spellCheck={false}
          placeholder={"张三\n李四、王五"}
          value={text}
          onChange={(event) => paste.setText(event.target.value)}
        />
        <div className={css.actions}>
          <span className={css.count}>{count > 0 && `共 ${count} 个姓名`}</span>
          <Button look="primary" disabled={count === 0} aria-busy={isAsking} onClick={paste.ask}>
            {isAsking && <Spinner sizePx={16} />}
            识别名单
          </Button>
        </div>
        {problem && (
          <p className={css.problem} role="alert">
            <Icon name="danger" sizePx={16} />
            {problem}
          </p>
        )}
        {answer && <Answer answer={answer} chosen={chosen} fixed={fixed} onToggle={onToggle} />}
      </div>
    </div>
  )
}

type AnswerProps = Pick<PastePanelProps, "chosen" | "fixed" | "onToggle"> & { readonly answer: PasteAnswer }

function Answer({ answer: { matched, ambiguous, unknown }, ...rest }: AnswerProps) {
  return (
    <>
      <p className={css.summary} role="status">
        <Tag tone="done" icon="check">{`已匹配 ${matched.length} 人`}</Tag>
        {ambiguous.length > 0 && <Tag tone="caution" icon="people">{`同名待选 ${ambiguous.length} 个`}</Tag>}
        {unknown.length > 0 && <Tag tone="danger" icon="danger">{`未找到 ${unknown.length} 个`}</Tag>}
      </p>
      {ambiguous.map(({ name, people }) => (
        <fieldset key={name} className={css.group}>
          <legend>
            {name}
            <span>有 {people.length} 位，请选择</span>
          </legend>
          {people.map((person) => (
            <PersonCheck key={person.id} person={person} {...rest} />
          ))}
        </fieldset>
      ))}
      {unknown.length > 0 && (
        <section className={css.group} aria-label="未找到">
          <h4>未找到，请核对姓名</h4>
          <p className={css.unknown}>{unknown.join("、")}</p>
        </section>
      )}
      {matched.length > 0 && (
        <fieldset className={css.group}>
          <legend>已匹配</legend>
          {matched.map((person) => (
            <PersonCheck key={person.id} person={person} {...rest} />
          ))}
        </fieldset>
      )}
    </>
  )
}

type PersonCheckProps = Omit<AnswerProps, "answer"> & { readonly person: SearchedPerson }

function PersonCheck({ person, chosen, fixed, onToggle }: PersonCheckProps) {
  return (
    <label className={css.person}>
      <Checkbox
        checked={chosen.has(person.id)}
        disabled={fixed.has(person.id)}
        onChange={() => onToggle(person)}
      />
      <span className={css.name}>{person.username}</span>
      <span className={css.place}>{[placeOf(person), person.usercode].filter(Boolean).join(" · ")}</span>
    </label>
  )
}
