import { assessmentMessages } from "@uc/contract/assessments/messages"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { AssessmentList } from "./assessment-list.tsx"
import { assessmentViews, useAssessmentFilters } from "./assessment-filters-url.ts"
import { FillIn } from "./work/fill-in.tsx"
import { ProfileList } from "./schemes/profile-list.tsx"
import { Results } from "./work/results.tsx"
import { SchemeList } from "./schemes/scheme-list.tsx"
import css from "./assessments.module.css"

/** WORK-2. */
export function Component() {
  const user = useUser()
  const isOfMany = user?.usertype === usertypes.bureau || user?.usertype === usertypes.platform
  const { place, go, onFilter, onView } = useAssessmentFilters(isOfMany ? "given" : "mine")
  if (!user) return null
  if (user.admintype === admintypes.none) return <NoAccess words={assessmentMessages.administratorsOnly} />
  return (
    <Page title="考核评估" words="下发考核方案，各单位填报并提交佐证，逐项审核后得出结果。">
      <div className={css.card}>
        {place.id !== "" ? (
          <FillIn key={place.id} id={place.id} userId={user.id} onBack={() => go({ id: "" })} />
        ) : (
          <Tabs label="考核评估" tabs={assessmentViews} current={place.view} onChange={onView}>
            <div className={css.panel}>
              {(place.view === "mine" || place.view === "given") && (
                <AssessmentList
                  key={place.view}
                  of={place.view}
                  place={place}
                  onFilter={onFilter}
                  onPage={(before) => go({ before })}
                  onOpen={(id) => go({ id })}
                />
              )}
              {place.view === "schemes" && <SchemeList user={user} />}
              {place.view === "results" && (
                <Results place={place} isOfMany={isOfMany} onFilter={onFilter} onOpen={(id) => go({ id })} />
              )}
              {place.view === "profiles" && (
                <ProfileList ownOrgid={user.orgid} orgid={place.org} onOpen={(org) => go({ org })} />
              )}
            </div>
          </Tabs>
        )}
      </div>
    </Page>
  )
}
