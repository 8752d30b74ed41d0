import { QueryPage } from "./query-page.tsx"
import css from "./hosted-frame.module.css"

/** HOME-7: the same page without the shell's chrome. */
export function Component() {
  return (
    <main className={css.alone}>
      <QueryPage />
    </main>
  )
}
