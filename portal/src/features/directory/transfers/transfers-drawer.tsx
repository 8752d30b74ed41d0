import {
  peopleTransferCalls,
  transferKinds,
  transferLimits,
  transferMessages,
  transferStates,
  type PersonTransfer,
  type TransferState,
} from "@uc/contract/people/transfer-calls"
import { useState } from "react"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { Drawer } from "../../../ui/overlays/drawer.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { PlacesField, sentPlaces, type NamedPlace } from "../people/places-field.tsx"
import { Consequences } from "./consequences.tsx"
import { useTransferAction } from "./use-transfer-action.ts"

interface TransfersDrawerProps {
  /** Null: of all organisations that the viewer administers. */
  readonly organisation: { readonly id: string; readonly name: string } | null
  readonly onClose: () => void
}

type Asked = { readonly what: "accept" | "refuse" | "withdraw"; readonly about: PersonTransfer }

/** DISTRICT-6: what waits for this side, for the other one, and what became of the rest. */
export const TransfersDrawer = closesWhenBroken(function TransfersDrawer({
  organisation,
  onClose,
}: TransfersDrawerProps) {
  const { data, error, refetch } = useCall(
    peopleTransferCalls.list,
    organisation ? { orgid: organisation.id } : {},
  )
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Drawer
        title="调动与兼职"
        tags={organisation && <Text tone="soft">{organisation.name}</Text>}
        onClose={onClose}
      >
        {error && !data ? (
          <ErrorState title="调动加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[96, 96]} />
        ) : data.length === 0 ? (
          <EmptyState
            art="empty"
            title="暂无调动"
            words="在人员列表中打开一个人，选择“调动与兼职”；对方单位管理员在这里确认。"
          />
        ) : (
          <Stack as="ul" gap={12} aria-label="调动与兼职">
            {data.map((personTransfer) => (
              <OneTransfer
                key={personTransfer.id}
                personTransfer={personTransfer}
                onAsk={(what) => setAsked({ what, about: personTransfer })}
              />
            ))}
          </Stack>
        )}
        {data && data.length >= transferLimits.listed && (
          <Text as="p" tone="faint">
            只显示最近{transferLimits.listed}条。
          </Text>
        )}
      </Drawer>
      {asked?.what === "accept" && <AcceptDialog personTransfer={asked.about} onClose={close} />}
      {asked && asked.what !== "accept" && (
        <TurnDownDialog what={asked.what} personTransfer={asked.about} onClose={close} />
      )}
    </>
  )
})

const tones = {
  asked: "caution",
  accepted: "done",
  refused: "danger",
  withdrawn: "plain",
} as const satisfies Record<TransferState, string>

interface OneTransferProps {
  readonly personTransfer: PersonTransfer
  readonly onAsk: (what: Asked["what"]) => void
}

function OneTransfer({ personTransfer, onAsk }: OneTransferProps) {
  const { kind, state, nickname, usercode, orgname, toOrgname, note } = personTransfer
  return (
    <Stack as="li" gap={8} padX={12} padY={12} surface="outline">
      <Row gap={8} justify="between" wrap>
        <strong>{nickname}</strong>
        <Row gap={8}>
          <Tag tone="brand">{transferKinds[kind]}</Tag>
          <Tag tone={tones[state]}>
            {personTransfer.mayAnswer ? transferMessages.awaitsYou : transferStates[state]}
          </Tag>
        </Row>
      </Row>
      <Text as="p">
        {orgname} → {toOrgname}
      </Text>
      <Text as="p" tone="soft" size={13}>
        账号 {usercode}
        {personTransfer.newUsercode !== null && `，兼职账号 ${personTransfer.newUsercode}`}
        {note !== "" && `；${note}`}
      </Text>
      <Text as="p" tone="faint" size={13}>
        {personTransfer.askedBy} {personTransfer.askedAt.slice(0, 16)} 提交
        {personTransfer.answeredAt !== null &&
          `，${personTransfer.answeredBy ?? ""} ${personTransfer.answeredAt.slice(0, 16)} 处理`}
      </Text>
      {(personTransfer.mayAnswer || personTransfer.mayWithdraw) && (
        <Row gap={8} wrap>
          {personTransfer.mayAnswer && (
            <>
              <Button
                look="primary"
                aria-label={`同意${nickname}的${transferKinds[kind]}`}
                onClick={() => onAsk("accept")}
              >
                同意
              </Button>
              <Button aria-label={`拒绝${nickname}的${transferKinds[kind]}`} onClick={() => onAsk("refuse")}>
                拒绝
              </Button>
            </>
          )}
          {personTransfer.mayWithdraw && (
            <Button aria-label={`撤回${nickname}的${transferKinds[kind]}`} onClick={() => onAsk("withdraw")}>
              撤回
            </Button>
          )}
        </Row>
      )}
    </Stack>
  )
}

interface OneProps {
  readonly personTransfer: PersonTransfer
  readonly onClose: () => void
}

const doneWords = {
  move: transferMessages.moved,
  second: transferMessages.placed,
  end: transferMessages.ended,
} as const

const AcceptDialog = closesWhenBroken(function AcceptDialog({ personTransfer, onClose }: OneProps) {
  const { attempt } = useTransferAction()
  const { id, kind, nickname, toOrgid } = personTransfer
  const isEnd = kind === "end"
  const initial: { readonly places: readonly NamedPlace[] } = { places: [] }
  const form = useForm({
    call: peopleTransferCalls.answer,
    attempt,
    initial,
    input: ({ places }) => ({ id, isAccepted: 1 as const, ...(!isEnd && { places: sentPlaces(places) }) }),
    check: ({ places }) => (isEnd || places.length > 0 ? null : { places: transferMessages.placeMissing }),
    onDone() {
      showToast("success", doneWords[kind])
      onClose()
    },
  })
  return (
    <FormDialog
      title={`同意“${nickname}”的${transferKinds[kind]}？`}
      confirm="同意"
      form={form}
      onClose={onClose}
    >
      {!isEnd && <PlacesField orgid={toOrgid} {...form.bind("places")} />}
      <Consequences kind={kind} isAgreeing />
    </FormDialog>
  )
})

function TurnDownDialog({
  what,
  personTransfer: { id, kind, nickname, orgname },
  onClose,
}: OneProps & { readonly what: "refuse" | "withdraw" }) {
  const { confirmed } = useTransferAction()
  const isRefusal = what === "refuse"
  return (
    <ConfirmDialog
      title={`${isRefusal ? "拒绝" : "撤回"}“${nickname}”的${transferKinds[kind]}？`}
      words={isRefusal ? `${orgname}会收到提醒，人员保持不变。` : "对方单位将不能再确认，人员保持不变。"}
      confirm={isRefusal ? "拒绝" : "撤回"}
      look="danger"
      onConfirm={async () => {
        const wrong = isRefusal
          ? await confirmed(peopleTransferCalls.answer, { id, isAccepted: 0 })
          : await confirmed(peopleTransferCalls.withdraw, { id })
        if (wrong === null)
          showToast("success", isRefusal ? transferMessages.refused : transferMessages.withdrawn)
        return wrong
      }}
      onClose={onClose}
    />
  )
}
