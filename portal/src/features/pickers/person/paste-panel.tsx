import type { SearchedPerson } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react"
import { Checkbox } from "../../../ui/forms/controls/checkbox.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { LongTextField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
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

/** Turns a list of names from a spreadsheet or a chat into people: matched, ambiguous, unknown. */
export function PastePanel({ paste, chosen, fixed, onToggle, onBack }: PastePanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { text, count, answer, isAsking, problem } = paste

  useEffect(() => panel.current?.querySelector("textarea")?.focus(), [])

  function onKey(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return
    // Escape closes the panel only, not the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onBack()
  }

  return (
    <Stack fills ref={panel} role="presentation" spellCheck={false} onKeyDown={onKey}>
      <Row rigid gap={4} padX={12} padY={6}>
        <Button look="quiet" aria-label="返回" title="返回" onClick={onBack}>
          <Icon name="back" />
        </Button>
        <Text as="h3" size={15}>
          粘贴名单
        </Text>
      </Row>
      <Stack fills gap={8} padX={16} padY={4} className={css.scroll}>
        <LongTextField
          label="粘贴姓名或账号，每行一个，也可以用逗号、顿号、空格分隔"
          rows={5}
          maxLength={longestPaste}
          placeholder={"张三\n李四、王五"}
          value={text}
          onValue={paste.setText}
        />
        <Row rigid justify="between" gap={8}>
          <Text figures tone="faint" size={13}>
            {count > 0 && `共 ${count} 个姓名`}
          </Text>
          <Button look="primary" disabled={count === 0} aria-busy={isAsking} onClick={paste.ask}>
            {isAsking && <Spinner sizePx={16} />}
            识别名单
          </Button>
        </Row>
        {problem && (
          <Row as="p" gap={6} tone="danger" role="alert">
            <Icon name="danger" sizePx={16} />
            <Text grow>{problem}</Text>
          </Row>
        )}
        {answer && <Answer answer={answer} chosen={chosen} fixed={fixed} onToggle={onToggle} />}
      </Stack>
    </Stack>
  )
}

type AnswerProps = Pick<PastePanelProps, "chosen" | "fixed" | "onToggle"> & { readonly answer: PasteAnswer }

function Answer({ answer: { matched, ambiguous, unknown }, ...rest }: AnswerProps) {
  return (
    <>
      <Row as="p" wrap gap={8} role="status">
        <Tag tone="done" icon="check">{`已匹配 ${matched.length} 人`}</Tag>
        {ambiguous.length > 0 && <Tag tone="caution" icon="people">{`同名待选 ${ambiguous.length} 个`}</Tag>}
        {unknown.length > 0 && <Tag tone="danger" icon="danger">{`未找到 ${unknown.length} 个`}</Tag>}
      </Row>
      {ambiguous.map(({ name, people }) => (
        <Group
          key={name}
          title={
            <>
              {name}
              <Text tone="caution" weight={400} padX={8}>
                有 {people.length} 位，请选择
              </Text>
            </>
          }
        >
          {people.map((person) => (
            <PersonCheck key={person.id} person={person} {...rest} />
          ))}
        </Group>
      ))}
      {unknown.length > 0 && (
        <Stack as="section" rigid gap={2} surface="outline" padX={12} padY={8} aria-label="未找到">
          <Text as="h4" size={13} weight={500}>
            未找到，请核对姓名
          </Text>
          <Text as="p" tone="soft" breaks>
            {unknown.join("、")}
          </Text>
        </Stack>
      )}
      {matched.length > 0 && (
        <Group title="已匹配">
          {matched.map((person) => (
            <PersonCheck key={person.id} person={person} {...rest} />
          ))}
        </Group>
      )}
    </>
  )
}

function Group({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack as="fieldset" rigid surface="outline" padX={0} padY={4} className={css.group}>
      <Text as="legend" padX={12} size={13} weight={500}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}

type PersonCheckProps = Omit<AnswerProps, "answer"> & { readonly person: SearchedPerson }

function PersonCheck({ person, chosen, fixed, onToggle }: PersonCheckProps) {
  return (
    <Row as="label" gap={8} padX={12} padY={8} className={css.person}>
      <Checkbox
        checked={chosen.has(person.id)}
        disabled={fixed.has(person.id)}
        onChange={() => onToggle(person)}
      />
      <Text rigid>{person.username}</Text>
      <Text truncate tone="faint" size={12}>
        {[placeOf(person), person.usercode].filter(Boolean).join(" · ")}
      </Text>
    </Row>
  )
}
