import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import { webhookCalls } from "@uc/contract/applications/webhook-calls"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface RemoveApplicationProps {
  readonly entry: ListedApplication
  readonly onConfirm: () => Promise<string | null>
  readonly onClose: () => void
}

/** SSO-3, SSO-5: names what ends with an application. */
export const RemoveApplication = closesWhenBroken(function RemoveApplication({
  entry: { id, name, domains },
  onConfirm,
  onClose,
}: RemoveApplicationProps) {
  const keys = useCall(applicationKeyCalls.list, { id })
  const told = useCall(webhookCalls.details, { id })
  const webhook = told.data?.webhook ?? null
  const ending = [
    domains.length > 0 && `由它带入的授权域名 ${domains.length} 个`,
    keys.data &&
      keys.data.keys.length > 0 &&
      `接口密钥 ${keys.data.keys.length} 个，使用它们的系统立即不能读写通讯录`,
    webhook && `变更通知${webhook.waiting > 0 ? `，待发送的 ${webhook.waiting} 条不再发送` : ""}`,
    keys.data?.isMaster === true && "主数据源：本单位的人员和部门不再由它写入，已写入的保留",
  ].filter((each) => typeof each === "string")
  const problem = keys.error ?? told.error
  return (
    <ConfirmDialog
      title={`删除“${name}”？`}
      words={
        <>
          删除后不能恢复：该应用立即不能用本系统的账号登录。只想暂停使用时，请改为停用。
          {ending.length > 0 && <Text as="p">{`一并删除：${ending.join("；")}。`}</Text>}
          {problem && (
            <Text
              as="p"
              tone="danger"
            >{`没有查到它的接口密钥和变更通知（${messageOf(problem)}），它们也会一并删除。`}</Text>
          )}
        </>
      }
      confirm="删除"
      look="danger"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
})
