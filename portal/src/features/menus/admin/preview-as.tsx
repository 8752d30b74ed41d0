import { admintypeLabels, menuAdminCalls } from "@uc/contract/menus/admin-calls"
import type { MenuRouteItem } from "@uc/contract/menus/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { send } from "../../../platform/http/send.ts"
import { useUsertypes } from "../../dictionary/public.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { OrganisationSearch, type ChosenOrganisation } from "../../directory/public.ts"

type Looked = OutputOf<typeof menuAdminCalls.lookAs>
type State =
  | { readonly at: "nobody" }
  | { readonly at: "asking" }
  | { readonly at: "failed"; readonly personid: string; readonly words: string | null }
  | { readonly at: "shown"; readonly looked: Looked }

/** The menu of a given person, to answer why they do not see an item. */
export function PreviewAs({ user }: { readonly user: CurrentUser }) {
  const [state, setState] = useState<State>({ at: "nobody" })
  const [where, setWhere] = useState<ChosenOrganisation>({ orgid: user.orgid, orgname: user.orgname })
  const [isSearching, setSearching] = useState(false)
  const reachesOthers = holdsBeyond(user, "menus.preview")

  async function look(personid: string) {
    setState({ at: "asking" })
    try {
      setState({ at: "shown", looked: await send(menuAdminCalls.lookAs, { personid }) })
    } catch (failure) {
      setState({ at: "failed", personid, words: messageOf(failure) })
    }
  }

  async function choose() {
    const chosen = await pick("person", {
      title: `选择${where.orgname}的人员`,
      min: 1,
      max: 1,
      orgid: where.orgid,
      jid: user.id,
    })
    const [person] = chosen ?? []
    if (person) await look(person.id)
  }

  return (
    <Stack gap={16}>
      <Row gap={8} wrap>
        {reachesOthers && (
          <Button onClick={() => setSearching(true)}>
            <Icon name="building" sizePx={16} />
            单位：{where.orgname}
          </Button>
        )}
        <Button look="primary" onClick={() => void choose()}>
          <Icon name="person" sizePx={16} />
          选择人员
        </Button>
        <Text tone="faint" size={13}>
          每次查看都会记入操作日志。
        </Text>
      </Row>
      {state.at === "nobody" ? (
        <EmptyState art="empty" title="选择一个人员" words="这里会显示该人员登录后看到的菜单。" />
      ) : state.at === "asking" ? (
        <BarsSkeleton heightsPx={[36, 36, 36, 36]} />
      ) : state.at === "failed" ? (
        <ErrorState title="没有查到该人员的菜单" words={state.words} onRetry={() => look(state.personid)} />
      ) : (
        <Shown looked={state.looked} />
      )}
      {isSearching && (
        <OrganisationSearch
          onChosen={(organisation) => {
            setWhere(organisation)
            setSearching(false)
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </Stack>
  )
}

function Shown({
  looked: { nickname, orgname, usertype, admintype, modulelist },
}: {
  readonly looked: Looked
}) {
  const { wordOf } = useUsertypes()
  return (
    <Stack as="section" gap={12} aria-label={`${nickname}的菜单`}>
      <Row as="h2" gap={8} wrap size={16}>
        {nickname}
        <Text as="small" tone="soft" size={14} weight={400}>
          {orgname}
        </Text>
        <Tag>{wordOf(usertype)}</Tag>
        {admintype !== admintypes.none && (
          <Tag tone="brand">{admintypeLabels[admintype].replace("及以上", "")}</Tag>
        )}
      </Row>
      {modulelist.length === 0 ? (
        <EmptyState art="empty" title="没有任何菜单" words="没有一个菜单的可见范围包含该人员。" />
      ) : (
        <Grid as="ul" leastPx={220} gap={12} align="start">
          {modulelist.map((item) => (
            <Stack as="li" key={item.id} padX={16} padY={12} surface="card" weight={500}>
              <Entry item={item} />
            </Stack>
          ))}
        </Grid>
      )}
    </Stack>
  )
}

/** One item with its children. */
function Entry({ item: { text, icon, children } }: { readonly item: MenuRouteItem }) {
  return (
    <>
      <Row as="span" gap={8} padY={4}>
        <Row as="span" tone="brand" rigid>
          <Icon name={menuIcon(icon, children.length > 0 ? "folder" : "page")} sizePx={16} />
        </Row>
        {text}
      </Row>
      {children.length > 0 && (
        <Text as="ul" padX={20} weight={400}>
          {children.map((child) => (
            <li key={child.id}>
              <Entry item={child} />
            </li>
          ))}
        </Text>
      )}
    </>
  )
}
