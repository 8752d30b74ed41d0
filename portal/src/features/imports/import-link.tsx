import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { Link } from "react-router"
import { buttonClass } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"

/** From a page to its spreadsheet: template, check and import. */
export function ImportLink({ kind }: { readonly kind: ImportKind }) {
  return (
    <Link to={`/main/imports?kind=${kind}`} className={buttonClass()}>
      <Icon name="table" sizePx={16} />
      表格导入
    </Link>
  )
}
