import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { usertypes } from "@uc/contract/account/calls"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { Page, Sheet, TabSheet } from "../../ui/layout/page.tsx"
import { AssessmentList } from "./assessment-list.tsx"
import { assessmentFilters, assessmentViews } from "./assessment-filters.ts"
import { FillIn } from "./work/fill-in.tsx"
import { ProfileList } from "./schemes/profile-list.tsx"
import { Results } from "./work/results.tsx"
import { SchemeList } from "./schemes/scheme-list.tsx"

/** WORK-2. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(assessmentFilters)
  if (!user) return null
  if (!holds(user, "assessments.read")) return <NoAccess words={noPermissionMessage("assessments.read")} />
  const isOfMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const view = url.state.view || (isOfMany ? "given" : "mine")
  const { id } = url.state
  return (
    <Page
      title="考核评估"
      words={id === "" ? "下发考核方案，各单位填报并提交佐证，逐项审核后得出结果。" : null}
    >
      {id !== "" ? (
        <Sheet>
          <FillIn key={id} id={id} userId={user.id} onBack={() => url.go({ id: "" })} />
        </Sheet>
      ) : (
        <TabSheet
          label="考核评估"
          tabs={assessmentViews}
          current={view}
          onChange={(to) => url.go({ ...assessmentFilters.usual, view: to })}
        >
          {(view === "mine" || view === "given") && <AssessmentList key={view} of={view} url={url} />}
          {view === "schemes" && <SchemeList user={user} />}
          {view === "results" && <Results url={url} isOfMany={isOfMany} />}
          {view === "profiles" && <ProfileList ownOrgid={user.orgid} url={url} />}
        </TabSheet>
      )}
    </Page>
  )
}
