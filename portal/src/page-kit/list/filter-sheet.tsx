import { useState, type ReactNode } from "react"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import css from "./filter-sheet.module.css"

interface FilterSheetProps {
  readonly label: string
  /** How many of them are set. */
  readonly count: number
  /** Null: there is nothing to reset. */
  readonly onReset: (() => void) | null
  readonly children: ReactNode
}

/** The filters of a phone: what is chosen counts at once, the list behind follows. */
export function FilterSheet({ label, count, onReset, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={count === 0 ? "筛选" : `筛选，已设 ${count} 项`}
        onClick={() => setOpen(true)}
      >
        <Icon name="manage" sizePx={16} />
        筛选
        {count > 0 && <span className={css.count}>{count}</span>}
      </Button>
      {isOpen && (
        <Modal label={label} place="window" sizePx={{ width: 420 }} onClose={close}>
          <DialogHead title="筛选" onClose={close} />
          <Stack gap={12} padX={16} padY={12} className={css.fields}>
            {children}
          </Stack>
          <Row gap={8} padX={16} padY={12} line="top" onPhone="share">
            {onReset && <Button onClick={onReset}>重置</Button>}
            <Button look="primary" onClick={close}>
              完成
            </Button>
          </Row>
        </Modal>
      )}
    </>
  )
}
