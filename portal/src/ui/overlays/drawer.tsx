import { useState, type ReactNode } from "react"
import { Button } from "../forms/button.tsx"
import { ConfirmDiscard } from "../forms/confirm-discard.tsx"
import { useTypedInside } from "../forms/use-typed-inside.ts"
import { classes } from "../theme/classes.ts"
import { Icon } from "../navigation/icon.tsx"
import { Modal } from "./modal.tsx"
import css from "./drawer.module.css"

/** DAY-17: one width, whatever is in it; on a phone it is a sheet. */
export const drawerWidthPx = 640

interface DrawerProps {
  readonly title: string
  /** Its name for screen readers, where the title alone does not say what it is. */
  readonly label?: string
  /** Above the title, from side to side. */
  readonly band?: ReactNode
  /** Before the title: a picture. */
  readonly mark?: ReactNode
  /** Below the title: tags and the like. */
  readonly tags?: ReactNode
  readonly headClass?: string
  /** Actions; without them there is no footer. */
  readonly foot?: ReactNode
  /** Why the last action failed. */
  readonly problem?: string | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** One item of a list, at the side: its details and actions. */
export function Drawer({
  title,
  label = title,
  band,
  mark,
  tags,
  headClass,
  foot,
  problem = null,
  onClose,
  children,
}: DrawerProps) {
  const typed = useTypedInside()
  const [isAsked, setAsked] = useState(false)
  // DAY-9: a comment that was typed and not sent is not lost without a question.
  const close = () => (typed.hasTyped() ? setAsked(true) : onClose())
  return (
    <Modal label={label} place="side" sizePx={{ width: drawerWidthPx }} onClose={close}>
      {band}
      <div className={classes(css.head, headClass)}>
        {mark}
        <div className={css.title}>
          <h2>{title}</h2>
          {tags && <p className={css.tags}>{tags}</p>}
        </div>
        <Button look="quiet" aria-label="关闭" title="关闭（Esc）" onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <div className={css.body} onInput={typed.onInput}>
        {children}
      </div>
      {foot && (
        <div className={css.foot}>
          {problem !== null && (
            <p className={css.problem} role="alert">
              <Icon name="danger" sizePx={16} />
              {problem}
            </p>
          )}
          {foot}
        </div>
      )}
      {isAsked && <ConfirmDiscard onDiscard={onClose} onGoOn={() => setAsked(false)} />}
    </Modal>
  )
}
