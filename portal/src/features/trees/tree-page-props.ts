import type { PermissionId } from "@uc/contract/roles/permission-id"
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
  /** What its calls need. */
  readonly permission: PermissionId
  /** While nothing is there. */
  readonly empty: string
}
