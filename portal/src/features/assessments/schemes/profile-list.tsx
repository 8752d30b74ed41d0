import { assessmentCalls, type OrganisationProfile } from "@uc/contract/assessments/calls"
import { holds } from "@uc/contract/roles/permissions"
import { Link } from "react-router"
import { List } from "../../../page-kit/list/list.tsx"
import type { UrlState } from "../../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../../platform/session/session.ts"
import type { Column } from "../../../ui/data/data-table.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { Progress } from "../../../ui/layout/progress.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import type { AssessmentFilterState } from "../assessment-filters.ts"
import { ProfileDialog } from "./profile-dialog.tsx"

interface ProfileListProps {
  readonly ownOrgid: string
  readonly url: UrlState<AssessmentFilterState>
}

/** HOME-4: those with the most gaps first. */
export function ProfileList({ ownOrgid, url }: ProfileListProps) {
  const { org } = url.state
  const user = useUser()
  const mayFill = user !== null && holds(user, "organisations.change")
  return (
    <>
      <Text as="p" tone="soft">
        档案越完整，应急调度和统计越准确。
      </Text>
      <List
        label="单位档案"
        what="单位档案"
        url={url}
        call={assessmentCalls.profiles}
        input={{}}
        rowsOf={({ items }) => items}
        keyOf={({ orgid }) => orgid}
        columns={columnsOf((to) => url.addressWith({ org: to }))}
        paging={{ by: "number", key: "page", size: 20, totalOf: ({ total }) => total }}
        file={assessmentCalls.exportProfiles}
        actions={
          <Button look="primary" onClick={() => url.go({ org: ownOrgid })}>
            {mayFill ? "填写本单位档案" : "查看本单位档案"}
          </Button>
        }
        empty={{ title: "暂无单位档案" }}
      />
      {org !== "" && <ProfileDialog key={org} orgid={org} onClose={() => url.go({ org: "" })} />}
    </>
  )
}

function columnsOf(addressOf: (orgid: string) => string): readonly Column<OrganisationProfile>[] {
  return [
    {
      title: "单位",
      sortedBy: "orgname",
      isName: true,
      cell: ({ orgid, orgname }) => <Link to={addressOf(orgid)}>{orgname}</Link>,
    },
    {
      title: "完整度",
      sortedBy: "completeness",
      width: "240px",
      cell: ({ completeness }) => (
        <Row gap={10} figures>
          <Progress label="完整度" value={completeness} max={100} />
          {completeness}%
        </Row>
      ),
    },
    {
      title: "更新",
      sortedBy: "updatetime",
      width: "130px",
      cell: ({ updatetime }) => updatetime?.slice(0, 10) ?? "—",
    },
  ]
}
