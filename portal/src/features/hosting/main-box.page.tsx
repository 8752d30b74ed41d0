import { Row } from "../../ui/primitives/row.tsx"
import { QueryPage } from "./query-page.tsx"
import css from "./hosted-frame.module.css"

/** HOME-7: the same page without the shell's chrome. */
export function Component() {
  return (
    <Row as="main" align="stretch" className={css.alone}>
      <QueryPage />
    </Row>
  )
}
