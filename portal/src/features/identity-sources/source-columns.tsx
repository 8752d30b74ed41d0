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

/** `words`: what is wrong; null: it is being asked. */
export interface Tested {
  readonly id: string
  readonly words: string | null
}

interface Handlers {
  readonly tested: Tested | null
  readonly onChange: (entry: ListedSource) => void
  readonly onTest: (entry: ListedSource) => void
  readonly onRemove: (entry: ListedSource) => void
}

export function sourceColumns({
  tested,
  onChange,
  onTest,
  onRemove,
}: Handlers): readonly Column<ListedSource>[] {
  return [
    {
      title: "登录来源",
      isName: true,
      cell: ({ id, name, kind, address }) => (
        <>
          {name}
          <SecondLine>
            {[sourceKindLabels[kind], address].filter((word) => word !== "").join(" · ")}
          </SecondLine>
          {tested?.id === id && tested.words !== null && (
            <Text as="p" tone="danger" size={13} role="alert" breaks>
              {tested.words}
            </Text>
          )}
        </>
      ),
    },
    {
      title: "在对方登记的回调地址",
      width: "34%",
      cell: ({ callbackAddress, signInAddress }) => (
        <>
          <Text breaks>{callbackAddress}</Text>
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
            aria-busy={tested?.id === entry.id && tested.words === null}
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

function State({ entry: { isDisabled, isOnLoginPage } }: { readonly entry: ListedSource }) {
  if (isDisabled) return <Tag icon="minus">已停用</Tag>
  return (
    <>
      <Tag tone="done" icon="done">
        使用中
      </Tag>
      <SecondLine>{isOnLoginPage ? "显示在登录页" : "通过登录地址使用"}</SecondLine>
    </>
  )
}
