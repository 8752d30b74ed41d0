import type { ListedSource } from "@uc/contract/identity-sources/admin-calls"
import { sourceKindLabels } from "@uc/contract/identity-sources/kinds"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface Handlers {
  /** Whether accounts may be added by sources of this organisation. */
  readonly mayAdd: boolean
  /** The id of the one that is being asked. */
  readonly tested: string | null
  readonly onChange: (entry: ListedSource) => void
  readonly onTest: (entry: ListedSource) => void
  readonly onRemove: (entry: ListedSource) => void
}

export function sourceColumns({
  mayAdd,
  tested,
  onChange,
  onTest,
  onRemove,
}: Handlers): readonly Column<ListedSource>[] {
  return [
    {
      title: "登录来源",
      isName: true,
      cell: ({ name, kind, address, mailDomains, test }) => (
        <>
          {name}
          <SecondLine>
            {[sourceKindLabels[kind], address].filter((word) => word !== "").join(" · ")}
          </SecondLine>
          {!mayAdd && mailDomains.length > 0 && (
            <Text as="p" tone="danger" size={13} breaks>
              不再自动开通账号：教育局和平台的人员能查看下级单位。点“修改”并保存，即可去掉原来的邮箱域名。
            </Text>
          )}
          {test !== null && test.problem !== null && (
            <Text as="p" tone="danger" size={13} breaks>
              {test.problem}
            </Text>
          )}
        </>
      ),
    },
    {
      title: "在对方登记的回调地址",
      width: "34%",
      cell: ({ callbackAddress, signInAddress, signsOutThere, signedOutAddress }) => (
        <>
          <Text breaks>{callbackAddress}</Text>
          {signsOutThere && <SecondLine>{`退出后返回的地址 ${signedOutAddress}`}</SecondLine>}
          <SecondLine>{`登录地址 ${signInAddress}`}</SecondLine>
        </>
      ),
    },
    { title: "状态", width: "150px", cell: (entry) => <State entry={entry} /> },
    {
      title: "使用",
      width: "120px",
      cell: ({ linked, lastUsedAt }) => (
        <>
          {`${linked} 人绑定`}
          {lastUsedAt !== null && <SecondLine>{`${formatMoment(lastUsedAt, nowMs())}用过`}</SecondLine>}
        </>
      ),
    },
    {
      title: "操作",
      width: "240px",
      cell: (entry) => (
        <Row gap={8} wrap>
          <Button onClick={() => onChange(entry)} aria-label={`修改${entry.name}`}>
            修改
          </Button>
          <Button
            aria-label={`测试${entry.name}的连接`}
            aria-busy={tested === entry.id}
            onClick={() => onTest(entry)}
          >
            测试
          </Button>
          <Button onClick={() => onRemove(entry)} aria-label={`删除${entry.name}`}>
            删除
          </Button>
        </Row>
      ),
    },
  ]
}

function State({ entry: { isDisabled, isOnLoginPage, test } }: { readonly entry: ListedSource }) {
  const tested = test && `${formatMoment(test.at, nowMs())} 测试${test.problem === null ? "正常" : "有问题"}`
  return (
    <>
      {isDisabled ? (
        <Tag icon="minus">已停用</Tag>
      ) : test !== null && test.problem !== null ? (
        <Tag tone="danger" icon="caution">
          有问题
        </Tag>
      ) : (
        <Tag tone="done" icon="done">
          使用中
        </Tag>
      )}
      {!isDisabled && <SecondLine>{isOnLoginPage ? "显示在登录页" : "通过登录地址使用"}</SecondLine>}
      <SecondLine>{tested ?? "尚未测试"}</SecondLine>
    </>
  )
}
