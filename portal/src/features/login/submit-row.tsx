import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import css from "./panel.module.css"

/** What is no field's fault stands above the button (LOGIN-8). */
export function Problem({ words }: { readonly words: string | undefined }) {
  return (
    words !== undefined && (
      <p className={css.problem} role="alert">
        <Icon name="danger" />
        {words}
      </p>
    )
  )
}

interface SubmitRowProps {
  readonly problem: string | undefined
  readonly isBusy: boolean
}

export function SubmitRow({ problem, isBusy }: SubmitRowProps) {
  return (
    <>
      <Problem words={problem} />
      <Button type="submit" look="primary" size="large" className={css.submit} aria-busy={isBusy}>
        {isBusy && <Spinner />}
        {isBusy ? "正在登录…" : "登录"}
      </Button>
    </>
  )
}
