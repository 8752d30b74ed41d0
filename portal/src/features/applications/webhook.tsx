import { applicationAdminCalls, type ListedApplication } from "@uc/contract/applications/admin-calls"
import { webhookCalls, type ApplicationWebhook } from "@uc/contract/applications/webhook-calls"
import { changedObjectLabels, webhookLimits, webhookMessages } from "@uc/contract/applications/webhooks"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { copyText } from "../../platform/browser/clipboard.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { CursorPager } from "../../ui/data/cursor-pager.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tick } from "../../ui/forms/form-fields.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { ToldOnce } from "../../ui/overlays/told-once.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { OneDelivery } from "./webhook-deliveries.tsx"
import { WebhookForm } from "./webhook-form.tsx"

/** What was just sent is answered within seconds. */
const everyMs = 3000
const shown = [webhookCalls.details, applicationAdminCalls.list]

interface WebhookProps {
  readonly entry: ListedApplication
  readonly onClose: () => void
}

/** SSO-5: where an application is told of changes, and what it answered. */
export const Webhook = closesWhenBroken(function Webhook({ entry, onClose }: WebhookProps) {
  const { id, name } = entry
  const [before, setBefore] = useState("")
  const { data, error, refetch } = useCall(
    webhookCalls.details,
    { id, ...(before !== "" && { before }) },
    { everyMs, keepsPrevious: true },
  )
  const { act, attempt, isBusy, problem } = useAction({ shown })
  const [isEdited, setEdited] = useState(false)
  const [isRenewed, setRenewed] = useState(false)
  const [endsOld, setEndsOld] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const webhook = data?.webhook ?? null
  const isSending = webhook !== null && !webhook.isOff && !entry.isDisabled

  async function renew(): Promise<string | null> {
    try {
      setSecret((await attempt(webhookCalls.renewSecret, { id, endsOld })).secret)
      return null
    } catch (failure) {
      return messageOf(failure)
    }
  }
  async function test() {
    if (!(await act(webhookCalls.test, { id }))) return
    setBefore("")
    showToast("success", "已发送测试通知，结果几秒后出现在列表中")
  }
  async function resend(delivery?: string) {
    const done = await act(webhookCalls.resend, { id, ...(delivery !== undefined && { delivery }) })
    if (done) showToast("success", `正在重新发送 ${done.resent} 条通知`)
  }

  return (
    <Drawer
      title={name}
      label={`${name}的变更通知`}
      tags={<Text tone="soft">变更通知</Text>}
      problem={problem}
      onClose={onClose}
      {...(data && {
        foot: (
          <Row gap={8} wrap onPhone="share">
            <Button look="primary" onClick={() => setEdited(true)}>
              {webhook ? "修改设置" : "开通变更通知"}
            </Button>
            {isSending && (
              <Button disabled={isBusy} onClick={() => void test()}>
                发送测试
              </Button>
            )}
            {webhook && (
              <Button
                onClick={() => {
                  setEndsOld(false)
                  setRenewed(true)
                }}
              >
                更换签名密钥
              </Button>
            )}
            {isSending && webhook.givenUp > 0 && (
              <Button disabled={isBusy} onClick={() => void resend()}>
                全部重新发送
              </Button>
            )}
          </Row>
        ),
      })}
    >
      <Stack gap={8}>
        {error && !data ? (
          <ErrorState title="变更通知加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : !data ? (
          <BarsSkeleton heightsPx={[80, 160]} />
        ) : !webhook ? (
          <EmptyState
            art="empty"
            title="未开通变更通知"
            words="开通后，人员、部门、单位有新增、修改、调动、停用等变更时，服务器在几秒内把变更发给应用厂商提供的地址，应用不必定时同步。"
          />
        ) : (
          <>
            <Settings webhook={webhook} isDisabled={entry.isDisabled} />
            {data.deliveries.length === 0 && before === "" ? (
              <EmptyState
                art="empty"
                title="近期没有通知"
                words="点“发送测试”检查地址能否接收；之后的变更会出现在这里。"
              />
            ) : (
              <>
                <Text as="h3" size={15}>
                  近期的通知
                </Text>
                <ol>
                  {data.deliveries.map((delivery) => (
                    <OneDelivery
                      key={delivery.id}
                      delivery={delivery}
                      isBusy={isBusy || !isSending}
                      onResend={() => void resend(delivery.id)}
                    />
                  ))}
                </ol>
                <CursorPager cursor={before} next={data.older} onPage={setBefore} />
              </>
            )}
          </>
        )}
      </Stack>
      {isEdited && (
        <WebhookForm entry={entry} webhook={webhook} onSecret={setSecret} onClose={() => setEdited(false)} />
      )}
      {isRenewed && (
        <ConfirmDialog
          title={`更换“${name}”的签名密钥？`}
          words={
            <>
              新密钥只显示一次。{webhookLimits.overlapHours}{" "}
              小时内，通知同时带有新旧两个密钥的签名，请在此期间请厂商更换。
              <Tick label="旧密钥已泄露，立即作废" value={endsOld} onValue={setEndsOld} />
            </>
          }
          confirm="更换密钥"
          onConfirm={renew}
          onClose={() => setRenewed(false)}
        />
      )}
      {secret !== null && (
        <ToldOnce
          label="签名密钥"
          title={`“${name}”的签名密钥`}
          words="请把签名密钥交给应用厂商，应用凭它验证通知确实由本系统发出。密钥只显示这一次，请立即保存并妥善保管。"
          told={[["签名密钥", secret]]}
          copy="复制"
          onCopy={(element) => copyText(secret, element)}
          confirm="我已保存"
          onClose={() => setSecret(null)}
        />
      )}
    </Drawer>
  )
})

interface SettingsProps {
  readonly webhook: ApplicationWebhook
  readonly isDisabled: boolean
}

function Settings({ webhook, isDisabled }: SettingsProps) {
  const { address, objects, goneAt, waiting, givenUp, failingSince, pausedUntil, oldSecretUntil } = webhook
  const counts = [`待发送 ${waiting} 条`, ...(givenUp > 0 ? [`未送达 ${givenUp} 条`] : [])]
  return (
    <>
      <Facts>
        <Fact label="接收地址">
          <Text breaks>{address}</Text>
        </Fact>
        <Fact label="通知内容">{objects.map((object) => changedObjectLabels[object]).join("、")}</Fact>
        <Fact label="状态">
          <Row gap={8} wrap>
            {webhook.isOff || isDisabled ? (
              <Tag icon="minus">{isDisabled ? "应用已停用" : goneAt === null ? "已关闭" : "已自动关闭"}</Tag>
            ) : failingSince === null ? (
              <Tag tone="done" icon="done">
                正常
              </Tag>
            ) : (
              <Tag tone="danger" icon="danger">{`${formatMoment(failingSince, nowMs())} 起未能送达`}</Tag>
            )}
            <Text>{counts.join("，")}</Text>
          </Row>
        </Fact>
        {oldSecretUntil !== null && <Fact label="旧密钥">{`同时签名到 ${oldSecretUntil.slice(5, 16)}`}</Fact>}
      </Facts>
      {goneAt !== null && (
        <Row as="p" padX={12} padY={8} surface="caution" tone="caution">
          {`${formatMoment(goneAt, nowMs())}，${webhookMessages.gone}`}
        </Row>
      )}
      {address.startsWith("http:") && (
        <Row as="p" padX={12} padY={8} surface="caution" tone="caution">
          {webhookMessages.plain}
        </Row>
      )}
      <Text as="p" tone="soft" size={13}>
        {`没有送达的会自动重试，间隔逐渐加长到 1 小时，${webhookLimits.hours} 小时后放弃；同一人员、部门、单位的通知按先后顺序发送。`}
        {pausedUntil !== null && `下次重试 ${formatMoment(pausedUntil, nowMs(), { withSeconds: true })}。`}
      </Text>
    </>
  )
}
