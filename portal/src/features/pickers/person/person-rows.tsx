import type { SearchedPerson } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { useId, useState, type KeyboardEvent } from "react"
import { classes } from "../../../ui/theme/classes.ts"
import { CheckMark } from "../../../ui/forms/controls/check-mark.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { useRowWindow } from "../../../ui/tree/use-row-window.ts"
import list from "../row-window.module.css"
import { placeOf } from "./person-tree-nodes.ts"
import { hitIn, useReadings, type Hit } from "./person-hit.ts"
import css from "./person-rows.module.css"

interface PersonRowsProps {
  readonly label: string
  readonly people: readonly SearchedPerson[]
  /** The searched text, which is marked where it matches. */
  readonly words: string
  readonly chosen: ReadonlyMap<Id, unknown>
  /** Whose tick can't be changed. */
  readonly fixed: ReadonlySet<Id>
  /** The list belongs to an earlier search. */
  readonly isOld?: boolean
  /** Choosing one replaces another. */
  readonly isSingle?: boolean
  readonly onToggle: (person: SearchedPerson) => void
}

const rowPx = 48

/** The WAI-ARIA listbox over any number of people; only visible rows are drawn. */
export function PersonRows(props: PersonRowsProps) {
  const { label, people, words, chosen, fixed, isOld = false, isSingle = false, onToggle } = props
  const { box, from, to, pageRows, onScroll, scrollIntoView } = useRowWindow(people.length, rowPx)
  const [at, setAt] = useState(0)
  const readings = useReadings(words)
  const id = useId()
  const active = Math.min(at, people.length - 1)

  function moveTo(index: number) {
    setAt(index)
    scrollIntoView(index)
  }

  function press(index: number) {
    const person = people[index]
    if (person && !fixed.has(person.id)) onToggle(person)
  }

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: people.length - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) moveTo(Math.max(0, Math.min(people.length - 1, target)))
    else if (event.key === " " || event.key === "Enter") press(active)
    else return
    event.preventDefault()
  }

  const shown = Array.from({ length: to - from }, (_, offset) => from + offset)
  // The focused row must be rendered, wherever the list is scrolled to.
  if (active >= 0 && (active < from || active >= to)) shown.push(active)

  return (
    <div
      ref={box}
      className={classes(list.list, css.list, isOld && css.old)}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={!isSingle}
      aria-busy={isOld}
      aria-activedescendant={active >= 0 ? `${id}${active}` : undefined}
      onKeyDown={onKey}
      onScroll={onScroll}
    >
      <div role="none" className={list.rows} style={{ height: people.length * rowPx }}>
        {shown.map((index) => {
          const person = people[index]
          if (!person) return null
          const { username, usercode } = person
          const hit = hitIn(username, words, readings)
          return (
            // The keyboard works the list as a whole; a press is the pointer's way.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <Row
              gap={10}
              padX={8}
              key={person.id}
              id={`${id}${index}`}
              role="option"
              tabIndex={-1}
              aria-label={[username, placeOf(person)].filter(Boolean).join("，")}
              aria-selected={chosen.has(person.id)}
              aria-disabled={fixed.has(person.id)}
              aria-setsize={people.length}
              aria-posinset={index + 1}
              className={classes(list.row, css.row, index === active && css.active)}
              style={{ height: rowPx, transform: `translateY(${index * rowPx}px)` }}
              onClick={() => {
                setAt(index)
                press(index)
              }}
            >
              <CheckMark isOn={chosen.has(person.id)} isRound={isSingle} isDisabled={fixed.has(person.id)} />
              <Stack grow>
                <Text truncate>
                  <Marked text={username} hit={hit} />
                  <Text tone="faint" size={12} padX={8}>
                    <Marked text={usercode} hit={hit ? null : hitIn(usercode, words)} />
                  </Text>
                </Text>
                <Text truncate tone="faint" size={12}>
                  {placeOf(person) || "未分配部门"}
                </Text>
              </Stack>
            </Row>
          )
        })}
      </div>
    </div>
  )
}

function Marked({ text, hit }: { readonly text: string; readonly hit: Hit | null }) {
  if (!hit) return text
  return (
    <>
      {text.slice(0, hit.from)}
      <Text as="mark" tone="brand" weight={600} className={css.hit}>
        {text.slice(hit.from, hit.to)}
      </Text>
      {text.slice(hit.to)}
    </>
  )
}
