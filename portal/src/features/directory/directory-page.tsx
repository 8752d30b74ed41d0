import { admintypes, usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useMemo, type ReactNode } from "react"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import type { NodeRef } from "./directory-filters-url.ts"
import { DirectoryTree } from "./directory-tree.tsx"
import { TreeReload } from "./tree-reload.ts"
import { useDirectoryFilters } from "./use-directory-filters.ts"
import { useDirectoryTree } from "./use-directory-tree.ts"
import css from "./directory.module.css"

interface DirectoryPageProps {
  readonly user: CurrentUser
  readonly title: string
  readonly words: string
  /** Where nothing is chosen: a bureau's people look over their area, or among themselves. */
  readonly startsAt: "area" | "organisation"
  /** What stands beside the tree. `node`: what is chosen, or where the user works. */
  readonly children: (node: NodeRef) => ReactNode
}

/** HOME-6: the tree, and beside it what is chosen; on a phone one after the other. */
export function DirectoryPage({ user, title, words, startsAt, children }: DirectoryPageProps) {
  const { place, go } = useDirectoryFilters()
  const own = useMemo<NodeRef>(
    () =>
      user.usertype === usertypes.bureau && startsAt === "area"
        ? { kind: "area", id: user.areaid }
        : { kind: "organisation", id: user.orgid },
    [user, startsAt],
  )
  const node = place.node ?? own
  const tree = useDirectoryTree(node, place.withDisabled)
  return (
    <div className={css.page} data-chosen={place.node !== null}>
      <header className={css.head}>
        <h1>{title}</h1>
        <p>{words}</p>
      </header>
      <DirectoryTree
        state={tree}
        chosen={node}
        withDisabled={place.withDisabled}
        onDisabled={user.admintype === admintypes.none ? null : (isOn) => go({ withDisabled: isOn }, true)}
        onChoose={(chosen) => go({ node: chosen, person: null, isDirect: false })}
      />
      <TreeReload value={tree.reload}>
        <div className={css.main}>
          <Button className={css.toTree} onClick={() => go({ node: null, person: null })}>
            <Icon name="back" sizePx={16} />
            返回组织机构
          </Button>
          {children(node)}
        </div>
      </TreeReload>
    </div>
  )
}
