import { administers } from "@uc/contract/account/calls"
import { useSearchParams } from "react-router"
import { useUser } from "../../platform/session/session.ts"
import { Page, Sheet, TabSheet } from "../../ui/layout/page.tsx"
import { NoticeDrawer } from "./notice-drawer.tsx"
import { NoticeList } from "./notice-list.tsx"
import { WrittenList } from "./written-list.tsx"

const tabs = { read: "收到的通知", written: "本单位发布" } as const

/** Notices to read; for administrators also those of their own organisation, to write. */
export function Component() {
  const user = useUser()
  const [place, setPlace] = useSearchParams()
  if (!user) return null
  const mayWrite = administers(user, user.orgid)
  const tab = mayWrite && place.get("tab") === "written" ? "written" : "read"
  const shown = place.get("notice")

  function go(changes: Readonly<Record<string, string | null>>, isStep: boolean) {
    setPlace(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes))
          if (value === null) after.delete(key)
          else after.set(key, value)
        return after
      },
      { replace: !isStep },
    )
  }

  const list = <NoticeList startsWith={place.get("state")} onOpen={(id) => go({ notice: id }, true)} />
  return (
    <Page
      title="通知公告"
      words={mayWrite ? "上级和本单位的通知，以及本单位发布的通知由谁看过。" : "上级和本单位发布的通知。"}
    >
      {mayWrite ? (
        <TabSheet
          label="通知公告"
          tabs={tabs}
          current={tab}
          onChange={(to) => go({ tab: to === "written" ? to : null }, false)}
        >
          {tab === "written" ? <WrittenList user={user} /> : list}
        </TabSheet>
      ) : (
        <Sheet>{list}</Sheet>
      )}
      {shown !== null && /^[0-9]{1,18}$/.test(shown) && (
        <NoticeDrawer id={shown} onClose={() => go({ notice: null }, false)} />
      )}
    </Page>
  )
}
