import { holds } from "@uc/contract/roles/permissions"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { useUser } from "../../platform/session/session.ts"
import { Page, Sheet, TabSheet } from "../../ui/layout/page.tsx"
import { NoticeDrawer } from "./notice-drawer.tsx"
import { noticeFilters } from "./notice-filters.ts"
import { NoticeList } from "./notice-list.tsx"
import { WrittenList } from "./written-list.tsx"

const tabs = { read: "收到的通知", written: "本单位发布" } as const

/** Notices to read; for administrators also those of their own organisation, to write. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(noticeFilters)
  const { tab, notice } = url.state
  if (!user) return null
  const mayWrite = holds(user, "notices.manage")
  return (
    <Page
      title="通知公告"
      words={mayWrite ? "查看上级和本单位的通知，以及本单位所发通知的阅读情况。" : "上级和本单位发布的通知。"}
    >
      {mayWrite ? (
        <TabSheet
          label="通知公告"
          tabs={tabs}
          current={tab}
          onChange={(to) => url.replace({ ...noticeFilters.usual, tab: to })}
        >
          {tab === "written" ? <WrittenList user={user} url={url} /> : <NoticeList url={url} />}
        </TabSheet>
      ) : (
        <Sheet>
          <NoticeList url={url} />
        </Sheet>
      )}
      {notice !== "" && <NoticeDrawer id={notice} onClose={() => url.replace({ notice: "" })} />}
    </Page>
  )
}
