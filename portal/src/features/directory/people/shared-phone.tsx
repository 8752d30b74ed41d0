import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { useCall } from "../../../platform/http/use-call.ts"
import { Row } from "../../../ui/primitives/row.tsx"

interface SharedPhoneProps {
  /** As it is typed. */
  readonly phone: string
  readonly person?: Id
}

/** DISTRICT-3: below the field, before anything is saved. */
export function SharedPhone({ phone, person }: SharedPhoneProps) {
  const typed = phone.trim()
  const { data = [] } = useCall(
    peopleAdminCalls.phoneHolders,
    { phone: typed, ...(person !== undefined && { exceptPersonid: person }) },
    { isEnabled: /^1[0-9]{10}$/.test(typed) },
  )
  if (data.length === 0) return null
  const holders = data.map(({ orgname, nickname, usercode }) => `${orgname}“${nickname}（${usercode}）”`)
  return (
    <Row as="p" role="status" padX={12} padY={8} surface="caution" tone="caution">
      {peopleAdminMessages.phoneShared(holders)}
    </Row>
  )
}
