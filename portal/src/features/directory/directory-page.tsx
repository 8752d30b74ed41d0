import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useMemo, type ReactNode } from "react"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Split } from "../../ui/primitives/split.tsx"
import {
  changeTo,
  changeToFilter,
  directoryFilters,
  nodeFrom,
  organisationFilterOf,
  showsDisabled,
  type NodeRef,
} from "./directory-filters.ts"
import { DirectoryTree } from "./directory-tree.tsx"
import { TreeReload } from "./tree-reload.ts"
import { useDirectoryTree } from "./use-directory-tree.ts"
import css from "./directory.module.css"

interface DirectoryPageProps {
  readonly user: CurrentUser
  readonly title: string
  readonly words: string
  /** The default: for a bureau its area, or the own organisation. */
  readonly startsAt: "area" | "organisation"
  /** The part beside the tree. `node`: the chosen one, or where the user works. */
  readonly children: (node: NodeRef) => ReactNode
}

function seesSeveral({ usertype }: CurrentUser): boolean {
  return usertype === usertypes.bureau || usertype === usertypes.platform
}

/** HOME-6: the tree, and beside it what is chosen; on a tablet below it, on a phone one after the other. */
export function DirectoryPage({ user, title, words, startsAt, children }: DirectoryPageProps) {
  const { state, go, replace } = useUrlFilters(directoryFilters)
  const own = useMemo<NodeRef>(
    () =>
      user.usertype === usertypes.bureau && startsAt === "area"
        ? { kind: "area", id: user.areaid }
        : { kind: "organisation", id: user.orgid },
    [user, startsAt],
  )
  const chosen = nodeFrom(state.node)
  const node = chosen ?? own
  const withDisabled = showsDisabled(user, state)
  const tree = useDirectoryTree(node, withDisabled)
  // On a phone: also while something is open that stands in the other part, or it would be open and not seen.
  const isMainShown = chosen !== null || state.person !== "" || state.passwords || state.transfers
  return (
    <Page title={title} words={words}>
      <Split sidePx={320} gap={16} stacksOnTablet className={css.page} data-chosen={isMainShown}>
        <DirectoryTree
          state={tree}
          chosen={node}
          withDisabled={withDisabled}
          filter={seesSeveral(user) ? organisationFilterOf(state) : null}
          onFilter={(filter) => replace(changeToFilter(filter))}
          onDisabled={holds(user, "people.manage") ? (off) => replace({ off }) : null}
          onChoose={(to) => go(changeTo(to))}
        />
        <TreeReload value={tree.reload}>
          <div className={css.main}>
            <Button className={css.toTree} onClick={() => go(changeTo(null))}>
              <Icon name="back" sizePx={16} />
              返回组织机构
            </Button>
            {children(node)}
          </div>
        </TreeReload>
      </Split>
    </Page>
  )
}
