import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import { Tag } from "../../ui/marks/tag.tsx"

/** SSO-5: what the list says where an application could not be told of changes. */
export function WebhookState({ webhook }: { readonly webhook: ListedApplication["webhook"] }) {
  if (!webhook) return null
  if (webhook.isGone)
    return (
      <Tag tone="caution" icon="caution">
        变更通知已自动关闭
      </Tag>
    )
  if (webhook.isOff) return null
  if (webhook.failingSince !== null)
    return (
      <Tag tone="danger" icon="danger">
        变更通知持续失败
      </Tag>
    )
  if (webhook.givenUp > 0) return <Tag tone="caution" icon="caution">{`${webhook.givenUp} 条变更未送达`}</Tag>
  return null
}
