import type { CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { screenAdminCalls, type ListedScreen } from "@uc/contract/screens/admin-calls"
import { useState } from "react"
import { List } from "../../page-kit/list/list.tsx"
import { sorting, urlFilters } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useUser } from "../../platform/session/session.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { buttonClass } from "../../ui/forms/button.tsx"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { ScreenCode, type GivenCode } from "./screen-code.tsx"
import { screenColumns } from "./screen-columns.tsx"
import { ScreenForm } from "./screen-form.tsx"

/** Few, and shown all. */
const filters = urlFilters({ sort: sorting(screenAdminCalls.list) })
const shown = [screenAdminCalls.list]

/** DAY-7: everybody may open the screen with their own account; administrators pair those that stay on. */
export function Component() {
  const user = useUser()
  if (!user) return null
  const mayManage = holds(user, "screens.manage")
  return (
    <Page
      title="大屏"
      words="在值班室的大屏幕上实时显示预警、各单位状态、演练和巡查。"
      actions={
        <a
          href="#/main/screen"
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ look: "primary" })}
        >
          打开大屏
        </a>
      }
    >
      <Sheet>
        {mayManage ? (
          <Screens user={user} />
        ) : (
          <EmptyState
            art="empty"
            title="用个人账号打开大屏"
            words="用个人账号打开的大屏会随登录结束而退出。需要日夜常开时，请联系本单位管理员配对大屏。"
          />
        )}
      </Sheet>
    </Page>
  )
}

function Screens({ user }: { readonly user: CurrentUser }) {
  const url = useUrlFilters(filters)
  const [told, setTold] = useState<GivenCode | null>(null)
  const [renewed, setRenewed] = useState<ListedScreen | null>(null)
  const [leaving, setLeaving] = useState<ListedScreen | null>(null)
  const { attempt } = useAction({ shown })

  async function renew({ id }: ListedScreen): Promise<string | null> {
    try {
      setTold(await attempt(screenAdminCalls.renewCode, { id }))
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }
  async function revoke({ id }: ListedScreen): Promise<string | null> {
    try {
      await attempt(screenAdminCalls.revoke, { id })
      showToast("success", "已停用该大屏")
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }

  return (
    <>
      <ScreenForm user={user} onCreated={setTold} />
      <List
        label="大屏"
        what="大屏"
        url={url}
        call={screenAdminCalls.list}
        input={{}}
        rowsOf={({ screens }) => screens}
        keyOf={({ id }) => id}
        columns={screenColumns(setRenewed, setLeaving)}
        paging={{ by: "none" }}
        empty={{
          title: "暂无大屏",
          words: "填写名称并新增，在大屏的浏览器中输入配对码。配对后的大屏只能查看，不受个人登录退出的影响。",
        }}
      />
      {told && <ScreenCode given={told} onClose={() => setTold(null)} />}
      {renewed && (
        <ConfirmDialog
          title={`为“${renewed.name}”重新配对？`}
          words="将生成新的配对码。新的浏览器配对成功后，原来的屏幕立即停止显示。"
          confirm="生成配对码"
          onConfirm={() => renew(renewed)}
          onClose={() => setRenewed(null)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={`停用“${leaving.name}”？`}
          words="停用后不能恢复，该屏幕立即停止显示；需要时可以新增大屏并重新配对。"
          confirm="停用"
          look="danger"
          onConfirm={() => revoke(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  )
}
