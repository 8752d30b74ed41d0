import type { Pinner } from "@uc/contract/home/calls"
import { useEffect, useRef, type KeyboardEvent } from "react"
import { GridLayout, useContainerWidth, verticalCompactor } from "react-grid-layout/react"
import "react-grid-layout/css/styles.css"
import type { HomeCard } from "../home-card.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon, isIconName } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { columns, inOrder, tallest, visible, type Cell, type Direction } from "../home-layout.ts"
import type { LayoutEvent } from "./layout-editor.machine.ts"
import { PinMark } from "./pin-mark.tsx"
import css from "./set-home-layout.module.css"

interface LayoutGridProps {
  readonly cards: readonly HomeCard[]
  readonly cells: readonly Cell[]
  readonly pinnedBy: ReadonlyMap<string, Pinner>
  readonly helpId: string
  readonly dispatch: (event: LayoutEvent) => void
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
}

const gridConfig = { cols: columns, rowHeight: 26, margin: [12, 12], containerPadding: [0, 0] } as const
const dragConfig = { cancel: "[data-no-drag]" } as const

/** HOME-3: the arrangement in small. Cards are dragged and resized by pointer, or by keyboard at the card's handle. */
export function LayoutGrid({ cards, cells, pinnedBy, helpId, dispatch }: LayoutGridProps) {
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true })
  const acted = useRef<string | null>(null)

  useEffect(() => {
    // A moved card may have been removed and added again, and lost the focus.
    const key = acted.current
    acted.current = null
    if (key !== null) document.getElementById(handleId(key))?.focus()
  })

  function onKey(event: KeyboardEvent, key: string) {
    const direction = directions[event.key]
    const isHiding = event.key === "Delete" && !pinnedBy.has(key)
    if ((!direction && !isHiding) || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    if (isHiding) return hide(key)
    acted.current = key
    if (direction) dispatch({ type: event.shiftKey ? "resized" : "moved", key, direction })
  }

  const shown = inOrder(visible(cells))

  /** The focus goes to the next card, not back to the top of the page. */
  function hide(key: string) {
    const at = shown.findIndex((cell) => cell.key === key)
    acted.current = (shown[at + 1] ?? shown[at - 1])?.key ?? null
    dispatch({ type: "hidden", key })
  }

  function onPlaced(layout: readonly Placed[], _before: unknown, item: Placed | null) {
    if (!item) return
    const boxes = layout.map(({ i, x, y, w, h }) => ({ key: i, x, y, w, h }))
    dispatch({ type: "placed", key: item.i, boxes })
  }

  return (
    <div ref={containerRef} className={css.grid}>
      {mounted && (
        <GridLayout
          width={width}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          compactor={verticalCompactor}
          layout={shown.map(({ key, x, y, w, h }) => {
            const least = cards.find((card) => card.key === key)?.least
            return { i: key, x, y, w, h, ...(least && { minW: least.w, minH: least.h }), maxH: tallest }
          })}
          onDragStop={onPlaced}
          onResizeStop={onPlaced}
        >
          {shown.map(({ key, x, y, w, h }) => {
            const card = cards.find((found) => found.key === key)
            const by = pinnedBy.get(key)
            return (
              <div key={key} className={css.box} data-card={key}>
                <Row gap={6} className={css.head}>
                  <Button
                    look="quiet"
                    id={handleId(key)}
                    className={css.handle}
                    aria-label={`移动${card?.title ?? ""}，第${y + 1}行第${x + 1}列，宽${w}格，高${h}格`}
                    aria-describedby={helpId}
                    onKeyDown={(event) => onKey(event, key)}
                  >
                    <Icon name="move" sizePx={16} />
                  </Button>
                  <Icon name={card && isIconName(card.icon) ? card.icon : "page"} sizePx={16} />
                  <Text as="b" grow truncate weight={500}>
                    {card?.title}
                  </Text>
                  {by ? (
                    <PinMark by={by} />
                  ) : (
                    <Button
                      look="quiet"
                      data-no-drag
                      className={css.hide}
                      aria-label={`隐藏${card?.title ?? ""}`}
                      title="隐藏"
                      onClick={() => hide(key)}
                    >
                      <Icon name="eye-off" sizePx={16} />
                    </Button>
                  )}
                </Row>
                <Text as="small" figures tone="faint" size={12}>
                  {w} × {h}
                </Text>
              </div>
            )
          })}
        </GridLayout>
      )}
    </div>
  )
}

interface Placed {
  readonly i: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export function handleId(key: string): string {
  return `layout-handle-${key}`
}
