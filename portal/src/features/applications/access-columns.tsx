import { usesSecret, type ListedApplication } from "@uc/contract/applications/admin-calls"
import { applicationClaimLabels } from "@uc/contract/applications/application-claims"
import { applicationProtocolLabels } from "@uc/contract/applications/application-protocols"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { PopupMenu, type PopupEntry } from "../../ui/overlays/popup-menu.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { WebhookState } from "./webhook-state.tsx"

interface Handlers {
  readonly onChange: (entry: ListedApplication) => void
  readonly onRenew: (entry: ListedApplication) => void
  readonly onTry: (entry: ListedApplication) => void
  readonly onSignOuts: (entry: ListedApplication) => void
  readonly onFailures: (entry: ListedApplication) => void
  readonly onWebhook: (entry: ListedApplication) => void
  readonly onKeys: (entry: ListedApplication) => void
  readonly onRemove: (entry: ListedApplication) => void
}

export function accessColumns({
  onChange,
  onRenew,
  onTry,
  onSignOuts,
  onFailures,
  onWebhook,
  onKeys,
  onRemove,
}: Handlers): readonly Column<ListedApplication>[] {
  function moreOf(entry: ListedApplication): readonly PopupEntry[] {
    const isToldOfSignOuts = entry.protocol === "cas" || entry.backchannelAddress !== null
    const entries: readonly (PopupEntry | false)[] = [
      usesSecret(entry) && {
        key: "secret",
        label: entry.hasSecret ? "更换密钥" : "生成密钥",
        icon: "lock",
        onPick: () => onRenew(entry),
      },
      { key: "failures", label: "失败的登录", icon: "caution", onPick: () => onFailures(entry) },
      { key: "keys", label: "接口密钥", icon: "key", onPick: () => onKeys(entry) },
      { key: "webhook", label: "变更通知", icon: "bell", onPick: () => onWebhook(entry) },
      isToldOfSignOuts && {
        key: "sign-outs",
        label: "退出通知",
        icon: "exit",
        onPick: () => onSignOuts(entry),
      },
      { key: "remove", label: "删除", icon: "trash", onPick: () => onRemove(entry) },
    ]
    return entries.filter((each) => each !== false)
  }

  return [
    {
      title: "应用",
      isName: true,
      cell: ({ name, protocol, homeAddress }) => (
        <>
          {name}
          <SecondLine>{`${applicationProtocolLabels[protocol]} · ${homeAddress}`}</SecondLine>
        </>
      ),
    },
    {
      title: "应用标识",
      width: "22%",
      cell: ({ protocol, clientId, claims }) => (
        <>
          {protocol === "cas" ? "按应用地址识别" : clientId}
          <SecondLine>
            {claims.map((claim) => applicationClaimLabels[claim]).join("、") || "只知道人员编号"}
          </SecondLine>
        </>
      ),
    },
    { title: "状态", width: "160px", cell: (entry) => <State entry={entry} /> },
    {
      title: "最近使用",
      width: "110px",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "—" : formatMoment(lastUsedAt, nowMs())),
    },
    {
      title: "操作",
      width: "256px",
      cell: (entry) => (
        <Row gap={8} wrap>
          <Button onClick={() => onChange(entry)} aria-label={`修改${entry.name}`}>
            修改
          </Button>
          <Button onClick={() => onTry(entry)} aria-label={`测试${entry.name}`}>
            测试
          </Button>
          <PopupMenu label={`${entry.name}的更多操作`} entries={moreOf(entry)}>
            更多
            <Icon name="down" sizePx={14} />
          </PopupMenu>
        </Row>
      ),
    },
  ]
}

function State({ entry }: { readonly entry: ListedApplication }) {
  const { isDisabled, hasSecret, waivesPkce, isPublic, oldSecretUntil, untold, webhook } = entry
  if (isDisabled) return <Tag icon="minus">已停用</Tag>
  if (usesSecret(entry) && !hasSecret)
    return (
      <Tag tone="caution" icon="caution">
        缺少密钥
      </Tag>
    )
  return (
    <>
      <Tag tone="done" icon="done">
        已接入
      </Tag>
      {untold.waiting + untold.givenUp > 0 && (
        <Tag tone="caution" icon="caution">{`${untold.waiting + untold.givenUp} 次退出未送达`}</Tag>
      )}
      <WebhookState webhook={webhook} />
      {waivesPkce && <SecondLine>不要求 PKCE</SecondLine>}
      {isPublic && <SecondLine>没有服务器，不用密钥</SecondLine>}
      {oldSecretUntil !== null && <SecondLine>{`旧密钥可用到 ${oldSecretUntil.slice(5, 16)}`}</SecondLine>}
    </>
  )
}
