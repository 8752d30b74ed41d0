import {
  firstPasswordCalls,
  firstPasswordKinds,
  firstPasswordStates,
  firstPasswordWays,
  type FirstPasswordSheet,
  type FirstPasswordState,
} from "@uc/contract/first-passwords/calls"
import type { Id } from "@uc/contract/core/wire"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { saveXlsx } from "../../platform/http/save-file.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Measure } from "../../ui/feedback/measure.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { ToldOnce } from "../../ui/overlays/told-once.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { FirstPasswordsDialog } from "./first-passwords-dialog.tsx"

const lookEveryMs = 1500
/** ROLE-2: of whom the viewer sees no name. Accounts are disabled, never deleted: it is somebody above. */
const beyondReach = "上级管理员"

interface FirstPasswordsDrawerProps {
  /** Null: of all organisations that the viewer administers. */
  readonly organisation: { readonly id: Id; readonly name: string } | null
  /** DISTRICT-7: they may be made for the organisations of this area at once; null: not from here. */
  readonly area: { readonly id: Id; readonly name: string } | null
  readonly onClose: () => void
}

/** DISTRICT-1: what was made, how far it is, and the files that wait to be taken. */
export const FirstPasswordsDrawer = closesWhenBroken(function FirstPasswordsDrawer({
  organisation,
  area,
  onClose,
}: FirstPasswordsDrawerProps) {
  const input = organisation ? { orgid: organisation.id } : {}
  const last = useQueryClient().getQueryData<FirstPasswordSheet[]>(callKey(firstPasswordCalls.list, input))
  const isRunning = last?.some(({ state }) => state === "running") ?? true
  const { data, error, refetch } = useCall(
    firstPasswordCalls.list,
    input,
    isRunning ? { everyMs: lookEveryMs } : {},
  )
  const [isAsked, setAsked] = useState(false)
  const place = organisation ?? area
  const again = place && (
    <Button look="primary" onClick={() => setAsked(true)}>
      <Icon name="key" sizePx={16} />
      为未激活的人员生成
    </Button>
  )
  return (
    <>
      <Drawer
        title="初始密码"
        tags={place && <Text tone="soft">{place.name}</Text>}
        onClose={onClose}
        foot={data && data.length > 0 && again}
      >
        {error && !data ? (
          <ErrorState title="初始密码加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[96, 96]} />
        ) : data.length === 0 ? (
          <EmptyState
            art="empty"
            title="暂未生成初始密码"
            words={
              area && !organisation
                ? "为该区域各单位尚未激活的人员生成一次性密码或激活链接，可以只选一个学段；每个单位一份，由各单位管理员下载。"
                : organisation
                  ? "为尚未激活的人员生成一次性密码或激活链接，由本单位管理员下载加密表格后发给本人，或直接用短信发给本人。"
                  : "在左侧选择一个单位后，可以为该单位尚未激活的人员生成。"
            }
            actions={again}
          />
        ) : (
          <Stack as="ul" gap={12} aria-label="初始密码">
            {data.map((sheet) => (
              <Sheet key={sheet.id} sheet={sheet} />
            ))}
          </Stack>
        )}
      </Drawer>
      {isAsked && place && (
        <FirstPasswordsDialog
          source={organisation ? { orgid: organisation.id } : { areaid: place.id }}
          whose={organisation ? place.name : `${place.name}各单位`}
          onClose={() => setAsked(false)}
          onBegun={() => setAsked(false)}
        />
      )}
    </>
  )
})

const tones = {
  running: "brand",
  ready: "caution",
  downloaded: "done",
  sent: "done",
  expired: "plain",
} as const satisfies Record<FirstPasswordState, string>

function Sheet({ sheet }: { readonly sheet: FirstPasswordSheet }) {
  const { act, isBusy, problem } = useAction({ shown: [firstPasswordCalls.list] })
  const [password, setPassword] = useState<string | null>(null)
  const { id, orgname, secretKind, way, state, total, waiting, by, createdAt, until } = sheet
  const done = total - waiting

  async function download() {
    const file = await act(firstPasswordCalls.download, { id })
    if (!file) return
    saveXlsx(file.name, file.content)
    setPassword(file.password)
  }

  return (
    <Stack as="li" gap={8} padX={12} padY={12} surface="outline">
      <Row gap={8} justify="between" wrap>
        <strong>{orgname}</strong>
        <Tag tone={tones[state]}>{firstPasswordStates[state]}</Tag>
      </Row>
      {state === "running" ? (
        <Measure
          label={`${orgname}的进度`}
          words={`已生成${inThousands(done)}/${inThousands(total)}人`}
          done={done / total}
        />
      ) : (
        <Text as="p">{summaryOf(sheet)}</Text>
      )}
      <Text as="p" tone="soft" size={13}>
        {by ?? beyondReach}于{createdAt.slice(0, 16)}生成，{firstPasswordKinds[secretKind]}，
        {firstPasswordWays[way]}，有效期至
        {until.slice(0, 16)}
        {sheet.downloadedAt &&
          `；${sheet.downloadedBy ?? beyondReach}于${sheet.downloadedAt.slice(0, 16)}下载`}
      </Text>
      {state === "ready" && (
        <Row gap={8} wrap>
          <Button look="primary" aria-busy={isBusy} onClick={() => void download()}>
            <Icon name="download" sizePx={16} />
            下载加密表格
          </Button>
          <Text tone="soft">只能下载一次</Text>
        </Row>
      )}
      {problem && (
        <Text role="alert" tone="danger">
          {problem}
        </Text>
      )}
      {password !== null && (
        <ToldOnce
          label="打开密码"
          title="加密表格已下载"
          words={`打开表格时需要下面的密码，只显示这一次，请先记下。把每个人的${firstPasswordKinds[secretKind]}单独告知本人，发放完毕后请删除文件。`}
          told={[["打开密码", password]]}
          copy="复制"
          onCopy={(shown) => copyText(password, shown)}
          confirm="我已记下"
          onClose={() => setPassword(null)}
        />
      )}
    </Stack>
  )
}

function summaryOf({ total, activated, bySms, failed, inSheet, skipped }: FirstPasswordSheet): string {
  return [
    `共${inThousands(total)}人`,
    inSheet > 0 && `表格${inSheet}人`,
    bySms > 0 && `短信${bySms}人`,
    failed > 0 && `短信未送达${failed}人`,
    skipped > 0 && `跳过${skipped}人（已激活、已停用或今日短信过多）`,
    activated !== null && `已激活${activated}人`,
  ]
    .filter(Boolean)
    .join("，")
}
