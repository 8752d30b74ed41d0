import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import { applicationClaimLabels } from "@uc/contract/applications/application-claims"
import { applicationKeyLimits, keyScopeLabels } from "@uc/contract/applications/application-keys"
import { applicationKeyCalls, type ListedKey } from "@uc/contract/applications/key-calls"
import { useState } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { ToldOnce } from "../../ui/overlays/told-once.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ApplicationKeyForm } from "./application-key-form.tsx"

interface ApplicationKeysProps {
  readonly entry: ListedApplication
  readonly onClose: () => void
}

/** SSO-5: what an application's server reads and writes the directory with. */
export const ApplicationKeys = closesWhenBroken(function ApplicationKeys({
  entry: { id, name, claims },
  onClose,
}: ApplicationKeysProps) {
  const { data, error, refetch } = useCall(applicationKeyCalls.list, { id })
  const { attempt } = useAction({ shown: [applicationKeyCalls.list, applicationKeyCalls.masterOf] })
  const [isAdding, setAdding] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<ListedKey | null>(null)
  const [isTurning, setTurning] = useState(false)

  async function done(work: Promise<unknown>, words: string): Promise<string | null> {
    try {
      await work
      showToast("success", words)
      return null
    } catch (problem) {
      return messageOf(problem)
    }
  }

  return (
    <Drawer
      title={name}
      label={`${name}的接口密钥`}
      tags={<Text tone="soft">接口密钥和主数据源</Text>}
      foot={
        data && (
          <Row gap={8} wrap onPhone="share">
            <Button
              look="primary"
              disabled={data.keys.length >= applicationKeyLimits.rows}
              onClick={() => setAdding(true)}
            >
              新增密钥
            </Button>
            <Button onClick={() => setTurning(true)}>{data.isMaster ? "改为只读" : "设为主数据源"}</Button>
          </Row>
        )
      }
      onClose={onClose}
    >
      {error ? (
        <ErrorState title="接口密钥加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={[160]} />
      ) : (
        <Stack gap={16}>
          <Text as="p" tone="soft" size={13}>
            应用的服务器用接口密钥，按 SCIM 2.0
            标准读取接入单位的全部人员和部门，应用对下级单位共享时也包括下级单位；不受“谁可以使用”限制，也不需要本人同意。
          </Text>
          <Facts>
            <Fact label="接口地址">
              <Text breaks>{data.scimAddress}</Text>
            </Fact>
            <Fact label="可以读到">
              {claims.map((claim) => applicationClaimLabels[claim]).join("、") || "人员编号"}
            </Fact>
            <Fact label="主数据源">
              {data.isMaster
                ? "是：本单位的人员和部门由该应用写入"
                : data.master === null
                  ? "否：该应用只能读取"
                  : `否：本单位的主数据源是“${data.master}”`}
            </Fact>
          </Facts>
          {data.keys.length === 0 ? (
            <EmptyState
              art="empty"
              title="暂无接口密钥"
              words="点“新增密钥”生成后，把接口地址和密钥交给应用厂商。"
            />
          ) : (
            <ul>
              {data.keys.map((key) => (
                <OneKey key={key.id} shown={key} onRevoke={setRevoked} />
              ))}
            </ul>
          )}
        </Stack>
      )}
      {isAdding && <ApplicationKeyForm id={id} onMade={setTold} onClose={() => setAdding(false)} />}
      {revoked && (
        <ConfirmDialog
          title={`作废密钥“${revoked.name}”？`}
          words="作废后不能恢复：使用该密钥的系统立即不能再读取或写入。"
          confirm="作废"
          look="danger"
          onConfirm={() => done(attempt(applicationKeyCalls.revoke, { id, keyId: revoked.id }), "密钥已作废")}
          onClose={() => setRevoked(null)}
        />
      )}
      {isTurning && data && (
        <ConfirmDialog
          title={data.isMaster ? `把“${name}”改为只读？` : `把“${name}”设为主数据源？`}
          words={
            data.isMaster
              ? "该应用不再是主数据源，不能再新增、修改或停用人员和部门。已经写入的内容保留。"
              : "设为主数据源后，该应用可以凭有写入权限的密钥，直接新增、修改、停用本单位的人员和部门，不需要管理员确认；管理员的账号除外。在系统中的修改可能被它覆盖。"
          }
          confirm={data.isMaster ? "改为只读" : "设为主数据源"}
          look="danger"
          onConfirm={() =>
            done(
              attempt(applicationKeyCalls.setMaster, { id, isMaster: !data.isMaster }),
              data.isMaster ? "已改为只读" : "已设为主数据源",
            )
          }
          onClose={() => setTurning(false)}
        />
      )}
      {told !== null && (
        <ToldOnce
          label="接口密钥"
          title={`“${name}”的接口密钥`}
          words="请把接口地址和密钥交给应用厂商。密钥只显示这一次，请立即保存并妥善保管。"
          told={[
            ["接口地址", data?.scimAddress ?? ""],
            ["密钥", told],
          ]}
          copy="复制"
          onCopy={(element) => copyText(`接口地址：${data?.scimAddress ?? ""}\n密钥：${told}`, element)}
          confirm="我已保存"
          onClose={() => setTold(null)}
        />
      )}
    </Drawer>
  )
})

function OneKey({
  shown,
  onRevoke,
}: {
  readonly shown: ListedKey
  readonly onRevoke: (key: ListedKey) => void
}) {
  const { name, hint, scopes, lastUsedAt, endsAt, isOver } = shown
  return (
    <Row as="li" gap={12} padY={10} line="bottom">
      <Stack gap={4} grow>
        <Row gap={8} wrap>
          <Text>{name}</Text>
          <Text tone="soft" size={13}>{`…${hint}`}</Text>
          {isOver && (
            <Tag tone="caution" icon="caution">
              已过期
            </Tag>
          )}
        </Row>
        <Row gap={12} wrap>
          {[
            scopes.map((scope) => keyScopeLabels[scope]).join("、"),
            lastUsedAt === null ? "尚未使用" : `最近使用 ${formatMoment(lastUsedAt, nowMs())}`,
            endsAt === null ? "长期有效" : `有效期到 ${endsAt.slice(0, 10)}`,
          ].map((words) => (
            <Text key={words} tone="soft" size={13}>
              {words}
            </Text>
          ))}
        </Row>
      </Stack>
      <Button onClick={() => onRevoke(shown)} aria-label={`作废密钥${name}`}>
        作废
      </Button>
    </Row>
  )
}
