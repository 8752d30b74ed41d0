import { identityAdminCalls, type ListedSource } from "@uc/contract/identity-sources/admin-calls"
import { isAbove, mayListForBelow } from "@uc/contract/domains/calls"
import { useState } from "react"
import { List } from "../../page-kit/list/list.tsx"
import { urlFilters } from "../../page-kit/list/url-filters.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useUser } from "../../platform/session/session.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { sourceColumns } from "./source-columns.tsx"
import { SourceForm } from "./source-form.tsx"

/** Few, and shown all. */
const noFilters = urlFilters({})
const shown = [identityAdminCalls.list]

/** SSO-4: the servers that vouch for an organisation's people. */
export function Component() {
  const user = useUser()
  const url = useUrlFilters(noFilters)
  const [edited, setEdited] = useState<ListedSource | "new" | null>(null)
  const [leaving, setLeaving] = useState<ListedSource | null>(null)
  const [tested, setTested] = useState<string | null>(null)
  const { attempt } = useAction({ shown })
  if (!user) return null

  async function remove({ id }: ListedSource): Promise<string | null> {
    try {
      await attempt(identityAdminCalls.remove, { id })
      showToast("success", "已删除登录来源")
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }
  async function test({ id }: ListedSource): Promise<void> {
    setTested(id)
    try {
      const { isFine, words } = await attempt(identityAdminCalls.test, { id })
      showToast(isFine ? "success" : "error", words)
    } catch (problem) {
      showFailure(problem)
    } finally {
      setTested(null)
    }
  }

  return (
    <Page
      title="登录来源"
      words="让本单位人员用其他系统的账号登录本系统：企业微信、钉钉、飞书，或任何支持 OpenID Connect、CAS 的统一身份平台。"
      actions={
        <Button look="primary" onClick={() => setEdited("new")}>
          <Icon name="plus" sizePx={16} />
          添加登录来源
        </Button>
      }
    >
      <Sheet>
        <List
          label="登录来源"
          what="登录来源"
          url={url}
          call={identityAdminCalls.list}
          input={{}}
          rowsOf={({ sources }) => sources}
          keyOf={({ id }) => id}
          columns={sourceColumns({
            tested,
            mayAdd: !isAbove(user.usertype),
            onChange: setEdited,
            onTest: (entry) => void test(entry),
            onRemove: setLeaving,
          })}
          paging={{ by: "none" }}
          empty={{
            title: "暂无登录来源",
            words:
              "在对方的管理后台新建一个应用，取得应用标识和密钥，点“添加登录来源”填写；保存后把回调地址填回对方的后台。",
          }}
        />
      </Sheet>
      {edited !== null && (
        <SourceForm
          entry={edited === "new" ? null : edited}
          mayAdd={!isAbove(user.usertype)}
          mayReachBelow={mayListForBelow(user)}
          onClose={() => setEdited(null)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={`删除“${leaving.name}”？`}
          words={`删除后不能恢复：${leaving.linked} 人的绑定一并解除，他们只能用账号和密码登录。只想暂停使用时，请改为停用。`}
          confirm="删除"
          look="danger"
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Page>
  )
}
