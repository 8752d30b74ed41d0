import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from "react"
import { Button } from "./button.tsx"
import { ConfirmDiscard } from "./confirm-discard.tsx"
import { DraftOffer, type DraftOffered } from "./draft-offer.tsx"
import { useTypedInside } from "./use-typed-inside.ts"
import { FocusInside } from "../overlays/focus-inside.tsx"
import { Icon } from "../navigation/icon.tsx"
import { Modal } from "../overlays/modal.tsx"
import { Spinner } from "../feedback/spinner.tsx"
import css from "./form-dialog.module.css"

/** What the frame needs to know of a form; page-kit/form/use-form.ts makes it. */
export interface FormState {
  readonly isBusy: boolean
  /** The sentence that belongs to no field. */
  readonly problem: string | null
  /** The sentences at the fields, by their names. */
  readonly problems?: Readonly<Record<string, string | undefined>>
  /** Counts the refused attempts: each moves the focus to the first wrong field. */
  readonly failures: number
  readonly onSubmit: () => void
  /** Typed text survives a reload by the portal itself (BROWSER-11). */
  readonly isKept?: boolean
  /** Somebody has typed or chosen something that is not saved: it is not closed without a question. */
  readonly isChanged?: boolean
  /** DAY-9: what was typed before and not saved. */
  readonly draft?: DraftOffered
  /** What was typed is thrown away. */
  readonly onDiscard?: () => void
  /** Asks before the page under it is left; this layer knows no addresses. */
  readonly leaving?: (onDiscard: () => void) => ReactNode
}

interface FormDialogProps {
  readonly title: string
  readonly mark?: ReactNode
  readonly confirm: string
  readonly look?: "primary" | "danger"
  readonly form: FormState
  readonly widthPx?: number
  readonly onClose: () => void
  readonly children: ReactNode
}

const unreadableMessage = "日期或时间填写有误，请更正后再提交"

/** The frame of a form: a click beside it does not close it, and a refusal stands beside the button. */
export function FormDialog({
  title,
  mark,
  confirm,
  look = "primary",
  form,
  widthPx = 600,
  onClose,
  children,
}: FormDialogProps) {
  const {
    isBusy,
    problem,
    problems = {},
    failures,
    onSubmit,
    isKept = false,
    isChanged,
    leaving,
    draft,
  } = form
  const typed = useTypedInside()
  const [isAsked, setAsked] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const [unshown, setUnshown] = useState<string | undefined>()
  const element = useRef<HTMLFormElement>(null)
  const findUnshown = useEffectEvent(() => {
    const drawn = [...(element.current?.children ?? [])]
      .filter(({ tagName }) => tagName !== "FOOTER")
      .map(({ textContent }) => textContent)
      .join("\n")
    return Object.values(problems).find((sentence) => sentence !== undefined && !drawn.includes(sentence))
  })
  useLayoutEffect(() => {
    if (failures === 0) return
    // A refusal whose field is not drawn, or draws no sentence, is told beside the button: none may be silent.
    // oxlint-disable-next-line react/set-state-in-effect -- whether it is shown is known only once the fields are drawn
    setUnshown(findUnshown())
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])
  const isStillWrong = unshown !== undefined && Object.values(problems).includes(unshown)
  const said = isUnreadable ? unreadableMessage : (problem ?? (isStillWrong ? unshown : null))
  // It can't be closed during a save: the result would not be seen, and the answer would close the next dialog.
  const close = () => {
    if (isBusy) return
    // A day that can't be read is in its box alone.
    // A form that does not tell whether it was changed is asked by what was typed into it.
    if ((isChanged ?? typed.hasTyped()) || element.current?.querySelector("[data-unreadable]")) setAsked(true)
    else onClose()
  }
  const discard = () => {
    form.onDiscard?.()
    onClose()
  }
  return (
    <Modal label={title} place="window" sizePx={{ width: widthPx }} staysBeside onClose={close}>
      {mark}
      <form
        ref={element}
        className={css.form}
        noValidate
        onInput={typed.onInput}
        data-keeps-typed={isKept || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          // The typed text is not in the form yet: a submit now would save the earlier value.
          const unreadable = event.currentTarget.querySelector<HTMLElement>("[data-unreadable]")
          setUnreadable(unreadable !== null)
          if (unreadable) unreadable.focus()
          else onSubmit()
        }}
      >
        <div className={css.head}>
          <h2>{title}</h2>
          <Button look="quiet" aria-label="关闭" disabled={isBusy} onClick={close}>
            <Icon name="close" />
          </Button>
        </div>
        <FocusInside className={css.body}>
          {draft && <DraftOffer {...draft} />}
          {children}
        </FocusInside>
        <div className={css.foot}>
          {said && (
            <p className={css.problem} role="alert">
              <Icon name="danger" sizePx={16} />
              {said}
            </p>
          )}
          <div className={css.actions}>
            <Button disabled={isBusy} onClick={close}>
              取消
            </Button>
            <Button type="submit" look={look} aria-busy={isBusy}>
              {isBusy && <Spinner sizePx={16} />}
              {confirm}
            </Button>
          </div>
        </div>
      </form>
      {isAsked && <ConfirmDiscard onDiscard={discard} onGoOn={() => setAsked(false)} />}
      {leaving?.(discard)}
    </Modal>
  )
}
