import css from "./required-mark.module.css"

/** DAY-17. For the eye alone: the control itself says `aria-required`. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" title="必填" className={css.mark}>
      *
    </span>
  )
}
