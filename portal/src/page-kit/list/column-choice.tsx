import { useRef, useState } from "react"
import { Button } from "../../ui/forms/button.tsx"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import popupCss from "../../ui/overlays/popup.module.css"
import { usePopup } from "../../ui/overlays/use-popup.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { classes } from "../../ui/theme/classes.ts"
import css from "./column-choice.module.css"
import type { ColumnChoiceState } from "./use-column-choice.ts"

/** Which columns the table shows. Not on a phone, where rows are cards. */
export function ColumnChoice({ titles, hidden, onHide }: ColumnChoiceState) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  usePopup({ isOpen, anchor, popup, align: "end", onClose: () => setOpen(false) })
  if (titles.length === 0) return null
  return (
    <div
      ref={anchor}
      role="presentation"
      className={css.anchor}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return
        event.preventDefault()
        event.stopPropagation()
        setOpen(false)
        trigger.current?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <Button ref={trigger} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="table" sizePx={16} />列
      </Button>
      {isOpen && (
        <div ref={popup} role="group" aria-label="显示的列" className={classes(popupCss.popup, css.list)}>
          {titles.map((title) => (
            <Row as="label" key={title} gap={8} padX={12} className={css.entry}>
              <Checkbox
                checked={!hidden.has(title)}
                onChange={({ target }) => onHide(title, !target.checked)}
              />
              {title}
            </Row>
          ))}
        </div>
      )}
    </div>
  )
}
