import type { ImportKind } from "@uc/contract/imports/import-kinds"
import { holds } from "@uc/contract/roles/permissions"
import { Link } from "react-router"
import { useUser } from "../../platform/session/session.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"

/** From a page to its spreadsheet: template, check and import. DISTRICT-8: a role may have the page without imports. */
export function ImportLink({ kind }: { readonly kind: ImportKind }) {
  const user = useUser()
  if (!user || !holds(user, "imports.use")) return null
  return (
    <Link to={`/main/imports?kind=${kind}`} className={buttonClass()}>
      <Icon name="table" sizePx={16} />
      表格导入
    </Link>
  )
}
