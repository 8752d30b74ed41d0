import {
  peopleTransferCalls,
  transferConsequences,
  transferKinds,
  transferMessages,
  type PlaceChange,
} from "@uc/contract/people/transfer-calls"
import { useState } from "react"
import { useCall } from "../../../platform/http/use-call.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { useTransferAction } from "./use-transfer-action.ts"

/** DISTRICT-6: the organisations that somebody has worked in, with days. Nothing where they never changed. */
export function PlaceHistory({ personid }: { readonly personid: string }) {
  const { data = [] } = useCall(peopleTransferCalls.history, { personid })
  const [ended, setEnded] = useState<PlaceChange | null>(null)
  const { attempt } = useTransferAction()
  if (data.length === 0) return null
  return (
    <>
      <Text as="h3" size={14}>
        单位变动
      </Text>
      <Stack as="ul" gap={8} aria-label="单位变动">
        {data.map((change) => (
          <Row as="li" key={change.id} gap={12} justify="between" wrap padX={12} padY={8} surface="outline">
            <div>
              <Row gap={8} wrap>
                <Tag tone="brand">{transferKinds[change.kind]}</Tag>
                <span>
                  {change.orgname} → {change.toOrgname}
                </span>
              </Row>
              <Text as="time" tone="faint" size={13}>
                {change.at.slice(0, 10)}
              </Text>
            </div>
            {change.mayEnd && (
              <Button
                aria-label={`取消在${change.toOrgname}的兼职`}
                look="danger"
                onClick={() => setEnded(change)}
              >
                取消兼职
              </Button>
            )}
          </Row>
        ))}
      </Stack>
      {ended && (
        <ConfirmDialog
          title={`取消在“${ended.toOrgname}”的兼职？`}
          words={transferConsequences.end.join("")}
          confirm={transferKinds.end}
          look="danger"
          onConfirm={async () => {
            try {
              const { isDone } = await attempt(peopleTransferCalls.beginEnd, { id: ended.id })
              showToast("success", isDone ? transferMessages.ended : transferMessages.asked)
              return null
            } catch (error) {
              return messageOf(error) ?? "操作已取消"
            }
          }}
          onClose={() => setEnded(null)}
        />
      )}
    </>
  )
}
