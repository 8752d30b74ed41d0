import css from "./spinner.module.css"

export function Spinner({ sizePx = 18 }: { readonly sizePx?: number }) {
  return <span className={css.spinner} style={{ width: sizePx, height: sizePx }} aria-hidden="true" />
}
