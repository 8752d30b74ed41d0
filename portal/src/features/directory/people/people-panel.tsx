import type { CurrentUser } from "@uc/contract/account/calls"
import { holds, holdsBeyond, offersIn } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { FirstPasswordsDrawer } from "../../first-passwords/public.ts"
import { DepartmentOrder } from "../departments/department-order.tsx"
import { changeTo, directoryFilters, type NodeRef } from "../directory-filters.ts"
import { Panel } from "../panel.tsx"
import { TransfersDrawer } from "../transfers/transfers-drawer.tsx"
import { PeopleList } from "./people-list.tsx"
import { AddPerson } from "./person-dialog.tsx"
import { PersonDrawer } from "./person-drawer.tsx"
import { PostsDrawer } from "./posts-drawer.tsx"
import { useNamedNode, widerThan } from "./use-named-node.ts"

interface PeoplePanelProps {
  readonly user: CurrentUser
  readonly node: NodeRef
}

/** The people of what is chosen in the tree. */
export function PeoplePanel({ user, node }: PeoplePanelProps) {
  const { state, go, replace } = useUrlFilters(directoryFilters)
  const [asked, setAsked] = useState<"add" | "posts" | null>(null)
  const close = () => setAsked(null)
  const named = useNamedNode(node)
  const { name, path, orgid, department } = named
  const isAbove = holdsBeyond(user, "people.firstPasswords")
  const wider = widerThan(node, named, user)
  return (
    <Panel
      name={name}
      path={path}
      actions={
        node.kind === "area" && isAbove ? (
          <FirstPasswordsButton onOpen={() => replace({ passwords: true })} />
        ) : (
          orgid !== null && (
            <>
              {offersIn(user, "people.manage", orgid) && (
                <Button look="primary" onClick={() => setAsked("add")}>
                  <Icon name="plus" sizePx={16} />
                  新增人员
                </Button>
              )}
              {offersIn(user, "posts.manage", orgid) && (
                <Button onClick={() => setAsked("posts")}>
                  <Icon name="manage" sizePx={16} />
                  职务管理
                </Button>
              )}
              {offersIn(user, "people.firstPasswords", orgid) && (
                <FirstPasswordsButton onOpen={() => replace({ passwords: true })} />
              )}
              {offersIn(user, "people.transfers", orgid) && (
                <Button onClick={() => replace({ transfers: true })}>
                  <Icon name="move" sizePx={16} />
                  调动
                </Button>
              )}
              {department && !department.isDisabled && offersIn(user, "departments.manage", orgid) && (
                <DepartmentOrder department={department} />
              )}
            </>
          )
        )
      }
    >
      <PeopleList
        user={user}
        node={node}
        elsewhere={wider && <Button onClick={() => go(changeTo(wider.node))}>在{wider.name}中查找</Button>}
      />
      {asked === "add" && orgid !== null && (
        <AddPerson
          orgid={orgid}
          department={node.kind === "department" ? { id: node.id, name } : null}
          onClose={close}
        />
      )}
      {asked === "posts" && orgid !== null && (
        <PostsDrawer orgid={orgid} orgname={department?.orgname ?? name} onClose={close} />
      )}
      {state.passwords && holds(user, "people.firstPasswords") && (
        <FirstPasswordsDrawer
          organisation={
            orgid !== null && offersIn(user, "people.firstPasswords", orgid)
              ? { id: orgid, name: department?.orgname ?? name }
              : null
          }
          area={node.kind === "area" && isAbove ? { id: node.id, name } : null}
          onClose={() => replace({ passwords: false })}
        />
      )}
      {state.transfers && holds(user, "people.transfers") && (
        <TransfersDrawer
          organisation={
            orgid !== null && offersIn(user, "people.transfers", orgid)
              ? { id: orgid, name: department?.orgname ?? name }
              : null
          }
          onClose={() => replace({ transfers: false })}
        />
      )}
      {state.person !== "" && (
        <PersonDrawer
          key={state.person}
          id={state.person}
          user={user}
          onClose={() => replace({ person: "" })}
        />
      )}
    </Panel>
  )
}

function FirstPasswordsButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button onClick={onOpen}>
      <Icon name="key" sizePx={16} />
      初始密码
    </Button>
  )
}
