import type { Pinner } from "@uc/contract/home/calls"
import { useEffect, useRef } from "react"
import type { HomeCard } from "../home-card.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon, isIconName } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { inOrder, visible, type Cell } from "../home-layout.ts"
import type { LayoutEvent } from "./layout-editor.machine.ts"
import { handleId } from "./layout-grid.tsx"
import { PinMark } from "./pin-mark.tsx"
import css from "./set-home-layout.module.css"

interface LayoutListProps {
  readonly cards: readonly HomeCard[]
  readonly cells: readonly Cell[]
  readonly pinnedBy: ReadonlyMap<string, Pinner>
  readonly dispatch: (event: LayoutEvent) => void
}

/** HOME-3 on a phone: one column, in the same order. */
export function LayoutList({ cards, cells, pinnedBy, dispatch }: LayoutListProps) {
  const list = useRef<HTMLOListElement>(null)
  const acted = useRef<{ readonly key: string; readonly by: "earlier" | "later" | "hide" } | null>(null)
  const shown = inOrder(visible(cells))

  useEffect(() => {
    const last = acted.current
    acted.current = null
    if (last === null) return
    // A moved card was removed and added again, and lost the focus. At an end of the list an arrow is disabled, and a pinned
    // card can't be hidden: then another button of the same card gets it.
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-card="${last.key}"] button:enabled`) ??
        []),
    ]
    const next = buttons.find(({ dataset }) => dataset["act"] === last.by) ?? buttons.at(-1) ?? list.current
    next?.focus()
  })

  /** The focus goes to the next card, not back to the top of the page. */
  function hide(key: string) {
    const at = shown.findIndex((cell) => cell.key === key)
    acted.current = { key: (shown[at + 1] ?? shown[at - 1])?.key ?? "", by: "hide" }
    dispatch({ type: "hidden", key })
  }

  function step(key: string, to: "earlier" | "later") {
    acted.current = { key, by: to }
    dispatch({ type: "stepped", key, to })
  }

  return (
    <Stack as="ol" ref={list} gap={8} aria-label="显示的卡片" tabIndex={-1}>
      {shown.map(({ key }, at) => {
        const card = cards.find((found) => found.key === key)
        const title = card?.title ?? ""
        const by = pinnedBy.get(key)
        return (
          <Row
            as="li"
            key={key}
            gap={8}
            padX={12}
            padY={4}
            surface="card"
            className={css.head}
            data-card={key}
          >
            <Icon name={card && isIconName(card.icon) ? card.icon : "page"} />
            <Text as="b" grow truncate weight={500}>
              {title}
            </Text>
            {by && <PinMark by={by} />}
            <Row rigid>
              <Button
                look="quiet"
                aria-label={`上移${title}`}
                data-act="earlier"
                disabled={at === 0}
                onClick={() => step(key, "earlier")}
              >
                <Icon name="rise" />
              </Button>
              <Button
                look="quiet"
                aria-label={`下移${title}`}
                data-act="later"
                disabled={at === shown.length - 1}
                onClick={() => step(key, "later")}
              >
                <Icon name="fall" />
              </Button>
              {!by && (
                <Button
                  look="quiet"
                  id={handleId(key)}
                  data-act="hide"
                  aria-label={`隐藏${title}`}
                  onClick={() => hide(key)}
                >
                  <Icon name="eye-off" />
                </Button>
              )}
            </Row>
          </Row>
        )
      })}
    </Stack>
  )
}
