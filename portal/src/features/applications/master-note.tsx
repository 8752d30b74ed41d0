import { applicationKeyMessages } from "@uc/contract/applications/application-keys"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import type { Id } from "@uc/contract/core/wire"
import { useCall } from "../../platform/http/use-call.ts"
import { Row } from "../../ui/primitives/row.tsx"

/** SSO-5: that an application writes an organisation's people, above a form that changes them. */
export function MasterNote({ orgid }: { readonly orgid: Id }) {
  const { data } = useCall(applicationKeyCalls.masterOf, { orgid })
  if (!data || data.master === null) return null
  return (
    <Row as="p" role="status" padX={12} padY={8} surface="caution" tone="caution">
      {applicationKeyMessages.synced(data.master)}
    </Row>
  )
}
