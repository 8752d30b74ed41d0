import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import css from "./panel.module.css"

/** What concerns no single field stands above the button (LOGIN-8). */
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

export interface SubmitRowProps {
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly words?: { readonly busy: string; readonly idle: string }
}

const signingIn = { busy: "正在登录…", idle: "登录" }

export function SubmitRow({ problem, isBusy, words = signingIn }: SubmitRowProps) {
  return (
    <>
      <Problem words={problem} />
      <Button type="submit" look="primary" size="large" className={css.submit} aria-busy={isBusy}>
        {isBusy && <Spinner />}
        {isBusy ? words.busy : words.idle}
      </Button>
    </>
  )
}
