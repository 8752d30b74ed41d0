import { peopleLimits, personTypeOf } from "@uc/contract/people/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { useRef, useState, type ReactNode } from "react"
import { useUser } from "../../../platform/session/session.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { SwitchGroup } from "../../../ui/forms/switch-group.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { namesIn } from "./paste-names.ts"
import { PastePanel } from "./paste-panel.tsx"
import { personOf, placeOf } from "./person-tree-nodes.ts"
import { PersonRows } from "./person-rows.tsx"
import { PersonDepartments, PersonPosts } from "./person-trees.tsx"
import { goneNotices } from "../gone.ts"
import { Kept } from "../kept.tsx"
import { PickerEmpty, PickerError, PickerSkeleton } from "../picker-states.tsx"
import { PickerFrame } from "../picker-frame.tsx"
import type { PickerProps } from "../picker-props.ts"
import { PickerSearch } from "../picker-search.tsx"
import { PickerWithoutUser } from "../picker-without-user.tsx"
import { usePaste } from "./use-paste.ts"
import { usePersonChoice } from "./use-person-choice.ts"
import { usePersonSearch } from "./use-person-search.ts"
import css from "./person-picker.module.css"

export default function PersonPicker(props: PickerProps<"person">) {
  const user = useUser()
  // PERSON-3: given but empty means missing; not given means the user's own.
  const { orgid = user?.orgid, jid = user?.id } = props.options
  if (!orgid || !jid)
    return (
      <PickerWithoutUser
        title={props.options.title ?? pickers.person.title}
        onCancel={() => props.onDone(null)}
      />
    )
  return <PersonPickerOf {...props} user={user} orgid={orgid} jid={jid} />
}

interface PersonPickerOfProps extends PickerProps<"person"> {
  readonly user: CurrentUser | null
  readonly orgid: Id
  readonly jid: Id
}

const modes = { department: "按部门", post: "按岗位" } as const
type Mode = keyof typeof modes
const modeChoices = (Object.keys(modes) as Mode[]).map((key) => ({ key, words: modes[key] }))

function PersonPickerOf({ options, onDone, user, orgid, jid }: PersonPickerOfProps) {
  const [words, setWords] = useState("")
  const [mode, setMode] = useState<Mode>("department")
  const [visited, setVisited] = useState<ReadonlySet<Mode>>(new Set<Mode>(["department"]))
  const [isPasting, setPasting] = useState(false)
  const [fixed] = useState(() => new Set([...(options.required ?? []), ...(options.disabled ?? [])]))

  const choice = usePersonChoice({ userId: user?.id ?? jid, orgid, options, onDone })
  const search = usePersonSearch(orgid, user ? personTypeOf(user.usertype) : undefined, words)
  const paste = usePaste(orgid, (people) => choice.add(people.map(personOf)))
  const { chosen } = choice
  const isSearching = words.trim() !== ""
  const isBrowsing = !isSearching && !isPasting
  const isReturning = useRef(false)
  const [treeProblems, setTreeProblems] = useState<readonly string[]>([])

  function show(next: Mode) {
    setMode(next)
    setVisited(new Set([...visited, next]))
    setWords("")
  }

  /** Several names are pasted as a list: no single person matches all of them. */
  function takeList(pasted: string): boolean {
    if (chosen.max === 1 || namesIn(pasted).length < 2) return false
    paste.setText(pasted)
    setWords("")
    setPasting(true)
    return true
  }

  const entries = [...chosen.entries.values()].map((person) => ({
    key: person.id,
    label: person.name,
    hint: placeOf(person),
    isRequired: chosen.required.has(person.id),
  }))

  const tools = (
    <>
      <PickerSearch
        label="搜索人员"
        placeholder="姓名、拼音或账号"
        maxLength={peopleLimits.username}
        value={words}
        onChange={setWords}
        onPaste={takeList}
      />
      {/* A list is of several. */}
      {chosen.max !== 1 && (
        <Button
          ref={(button) => {
            // The closed panel had the focus.
            if (button && isReturning.current) button.focus()
            isReturning.current = false
          }}
          onClick={() => setPasting(true)}
        >
          <Icon name="copy" sizePx={16} />
          粘贴名单
        </Button>
      )}
      <Row wrap gap={8} columnGap={16} className={css.row}>
        <SwitchGroup
          label="浏览方式"
          choices={modeChoices}
          value={isSearching ? null : mode}
          onChange={show}
        />
        {isBrowsing && choice.recent.length > 0 && (
          <Row gap={8} tone="faint" size={13} className={css.recent} role="group" aria-label="最近选择">
            <Text rigid>最近</Text>
            <Row wrap gap={6} className={css.chips}>
              {choice.recent.map((person) => (
                <Button
                  key={person.id}
                  title={placeOf(person)}
                  aria-pressed={chosen.entries.has(person.id)}
                  disabled={fixed.has(person.id)}
                  onClick={() => choice.toggleAll([person])}
                >
                  {person.name}
                </Button>
              ))}
            </Row>
          </Row>
        )}
      </Row>
    </>
  )

  function results(): ReactNode {
    const { found, error, asked } = search
    if (error && !search.isOld) return <PickerError error={error} onRetry={search.retry} />
    if (!found) return <PickerSkeleton />
    if (found.length === 0) {
      return (
        <PickerEmpty
          title={`没有找到“${asked}”`}
          words="可以输入姓名、拼音、首字母或账号，也可以按部门、岗位查找"
        />
      )
    }
    return (
      <>
        <PersonRows
          label="找到的人员"
          people={found}
          words={asked}
          chosen={chosen.entries}
          fixed={fixed}
          isOld={search.isOld}
          isSingle={chosen.max === 1}
          onToggle={(person) => choice.toggleAll([personOf(person)])}
        />
        {found.length >= peopleLimits.found && (
          <Text as="p" rigid centred padX={16} padY={6} line="top" tone="faint" size={12}>
            仅显示前{peopleLimits.found}人，请输入更完整的姓名
          </Text>
        )}
      </>
    )
  }

  const trees = { orgid, jid, fixed, choice, onProblems: setTreeProblems }

  function body(): ReactNode {
    const { defaults } = choice
    if (defaults.at === "failed") return <PickerError error={defaults.error} onRetry={choice.retryDefaults} />
    if (defaults.at === "loading") return <PickerSkeleton />
    return (
      <>
        {isPasting && (
          <PastePanel
            paste={paste}
            chosen={chosen.entries}
            fixed={fixed}
            onToggle={(person) => choice.toggleAll([personOf(person)])}
            onBack={() => {
              isReturning.current = true
              setPasting(false)
            }}
          />
        )}
        {!isPasting && isSearching && results()}
        {(Object.keys(modes) as Mode[]).map((one) => {
          const isShown = isBrowsing && mode === one
          const Tree = one === "department" ? PersonDepartments : PersonPosts
          return (
            visited.has(one) && (
              <Kept key={one} isShown={isShown}>
                <Stack fills padX={8}>
                  <Tree {...trees} isShown={isShown} />
                </Stack>
              </Kept>
            )
          )
        })}
      </>
    )
  }

  return (
    <PickerFrame
      title={options.title ?? pickers.person.title}
      tools={isPasting ? null : tools}
      chosen={entries}
      max={chosen.max}
      notices={[...goneNotices(choice.gone, pickerMessages.person.missingDefaults), ...treeProblems]}
      problem={choice.problem}
      isBusy={choice.isConfirming}
      onRemove={(id) => choice.remove([id])}
      onClear={choice.clear}
      onCancel={() => onDone(null)}
      onConfirm={choice.confirm}
    >
      {body()}
    </PickerFrame>
  )
}
