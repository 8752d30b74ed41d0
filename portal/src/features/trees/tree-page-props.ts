import type { CurrentUser } from "@uc/contract/account/calls"
import type { ImportKind } from "@uc/contract/imports/import-kinds"
import type { TreeCalls, TreeShape } from "@uc/contract/trees/tree-calls"
import type { IconName } from "../../ui/navigation/icon.tsx"

export interface TreePageProps {
  readonly calls: TreeCalls
  readonly shape: TreeShape
  readonly title: string
  readonly words: string
  /** Of each kind of its nodes. */
  readonly icons: Readonly<Record<string, IconName>>
  /** By which spreadsheet it comes in and goes out. */
  readonly sheet: ImportKind
  /** Each organisation has its own; else there is one for all. */
  readonly isOfOrganisation: boolean
  readonly mayAdminister: (user: CurrentUser) => boolean
  /** For whoever may not. */
  readonly refused: string
  /** While nothing is there. */
  readonly empty: string
}
