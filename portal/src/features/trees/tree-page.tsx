import type { CurrentUser } from "@uc/contract/account/calls"
import { Id } from "@uc/contract/core/wire"
import { holds, holdsBeyond, noPermissionMessage } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { z } from "zod"
import { urlFilters, view } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useUser } from "../../platform/session/session.ts"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { OrganisationSearch } from "../directory/public.ts"
import { TreeEditor } from "./tree-editor.tsx"
import type { TreePageProps } from "./tree-page-props.ts"

/** Whose tree is shown: empty stands for the own organisation's. */
const treeFilters = urlFilters({ org: view(z.union([z.literal(""), Id]), "") })

/** DISTRICT-9: one page for every tree that administrators arrange. The server insists on who may; here it is said in time. */
export function TreePage(page: TreePageProps) {
  const user = useUser()
  if (!user) return null
  if (!holds(user, page.permission)) return <NoAccess words={noPermissionMessage(page.permission)} />
  return (
    <Page title={page.title} words={page.words}>
      <Sheet>
        <Loaded page={page} user={user} />
      </Sheet>
    </Page>
  )
}

function Loaded({ page, user }: { readonly page: TreePageProps; readonly user: CurrentUser }) {
  const { state, go } = useUrlFilters(treeFilters)
  const [isChoosing, setChoosing] = useState(false)
  const orgid = page.isOfOrganisation && state.org !== "" ? state.org : undefined
  const { data, error, refetch } = useCall(page.calls.list, orgid === undefined ? {} : { orgid })
  // Who administers one organisation has nothing to choose.
  const mayChoose = page.isOfOrganisation && holdsBeyond(user, page.permission)
  return (
    <>
      {mayChoose && (
        <Row gap={12} wrap justify="between">
          <Text weight={500} breaks>
            {data?.ownerName ?? (orgid === undefined ? user.orgname : "")}
          </Text>
          <Button onClick={() => setChoosing(true)}>
            <Icon name="school" sizePx={16} />
            选择单位
          </Button>
        </Row>
      )}
      {data ? (
        <TreeEditor key={orgid ?? ""} page={page} orgid={orgid} tree={data} />
      ) : error ? (
        <ErrorState title={`${page.shape.one}加载失败`} words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 40)} />
      )}
      {isChoosing && (
        <OrganisationSearch
          onChosen={(chosen) => {
            setChoosing(false)
            go({ org: chosen.orgid === user.orgid ? "" : chosen.orgid })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
