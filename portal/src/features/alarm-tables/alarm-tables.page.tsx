import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { alarmTableLimits } from "@uc/contract/alarm-tables/calls"
import { awarenessMessages } from "@uc/contract/awareness/told"
import { z } from "zod"
import { openItem, urlFilters, view } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { Page, TabSheet } from "../../ui/layout/page.tsx"
import { ToldRules } from "../awareness/public.ts"
import { AlarmLevels } from "./alarm-levels.tsx"
import { AlarmTypes } from "./alarm-types.tsx"

const tabs = { types: "预警类型", levels: "预警等级", told: awarenessMessages.whoIsTold } as const

/** `code`: a type that an alarm came in with, to be added. */
const tableFilters = urlFilters({
  tab: view(z.enum(["types", "levels", "told"]), "types"),
  code: openItem(z.string().max(alarmTableLimits.code)),
})

/** DISTRICT-9, for the platform's administrators. The server insists on it; here it is only said in time. */
export function Component() {
  const user = useUser()
  const { state, replace } = useUrlFilters(tableFilters)
  if (!user) return null
  if (!holds(user, "alarmTables.manage"))
    return <NoAccess words={noPermissionMessage("alarmTables.manage")} />
  return (
    <Page
      title="预警类型与等级"
      words="预警的类型名称、各等级的上报时限和通知范围，全平台共用。停用的类型仍接收预警；停用的等级不再接收预警。"
    >
      <TabSheet
        label="预警类型与等级"
        tabs={tabs}
        current={state.tab}
        onChange={(tab) => replace({ tab, code: "" })}
      >
        {state.tab === "types" ? (
          <AlarmTypes wanted={state.code} onWantedDone={() => replace({ code: "" })} />
        ) : state.tab === "levels" ? (
          <AlarmLevels />
        ) : (
          <ToldRules />
        )}
      </TabSheet>
    </Page>
  )
}
