import type { Call } from "@uc/contract/core/call"
import type { ReactNode } from "react"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { List, type ListProps } from "./list.tsx"

type ListPageProps<S extends object, C extends Call, Row> = ListProps<S, C, Row> & {
  readonly title: string
  readonly words: ReactNode
  /** Beside the title. */
  readonly pageActions?: ReactNode
  /** What the list opens: drawers, dialogs. */
  readonly children?: ReactNode
}

/** A page that is one list. */
export function ListPage<S extends object, C extends Call, Row>({
  title,
  words,
  pageActions,
  children,
  ...list
}: ListPageProps<S, C, Row>) {
  return (
    <Page title={title} words={words} actions={pageActions}>
      <Sheet>
        <List {...list} />
      </Sheet>
      {children}
    </Page>
  )
}
