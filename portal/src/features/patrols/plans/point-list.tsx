import { patrolMessages, patrolAdminCalls, type PatrolPoint } from "@uc/contract/patrols/admin-calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { newIdempotencyKey, send } from "../../../platform/http/send.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { List } from "../../../page-kit/list/list.tsx"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import type { Column } from "../../../ui/data/data-table.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { ImportLink } from "../../imports/public.ts"
import { patrolFilters } from "../patrol-filters.ts"
import { CodeSheet } from "./code-sheet.tsx"
import { PointDialog } from "./point-dialog.tsx"

type Open =
  | { readonly edited: PatrolPoint | null }
  | { readonly renewed: PatrolPoint }
  | { readonly printed: readonly PatrolPoint[] }
  | null

export function PointList() {
  const url = useUrlFilters(patrolFilters)
  const [open, setOpen] = useState<Open>(null)
  const usual = useCall(patrolAdminCalls.points, { withDisabled: 0 })
  const mayAdminister = usual.data?.mayAdminister ?? false
  // The address may say what only administrators are answered.
  const input = { withDisabled: url.state.withDisabled && mayAdminister ? 1 : 0 } as const
  const { refetch } = useCall(patrolAdminCalls.points, input, { keepsPrevious: true })
  const inUse = usual.data?.points ?? []
  const counted = <Text tone="soft">共 {inUse.length} 个点位在用</Text>
  return (
    <>
      <List
        label="巡查点位"
        what="点位"
        url={url}
        fields={[mayAdminister && { tick: "withDisabled", label: "显示已停用" }]}
        call={patrolAdminCalls.points}
        input={input}
        file={patrolAdminCalls.exportPoints}
        actions={
          mayAdminister && (
            <>
              <ImportLink kind="patrolPoints" />
              {inUse.length > 0 && (
                <Button onClick={() => setOpen({ printed: inUse })}>
                  <Icon name="grid" sizePx={16} />
                  打印二维码
                </Button>
              )}
              <Button look="primary" onClick={() => setOpen({ edited: null })}>
                <Icon name="plus" sizePx={16} />
                新增点位
              </Button>
            </>
          )
        }
        summary={() => counted}
        rowsOf={({ points }) => points}
        keyOf={({ id }) => id}
        columns={columns(mayAdminister, setOpen)}
        paging={{ by: "none" }}
        empty={{
          title: "暂无巡查点位",
          words: mayAdminister ? "先新增点位并张贴二维码，再安排计划。" : "点位由本单位管理员维护。",
        }}
      />
      {open && "edited" in open && <PointDialog point={open.edited} onClose={() => setOpen(null)} />}
      {open && "printed" in open && <CodeSheet points={open.printed} onClose={() => setOpen(null)} />}
      {open && "renewed" in open && (
        <ConfirmDialog
          title={`更换“${open.renewed.name}”的二维码？`}
          words="已张贴的二维码立即失效，请重新打印并张贴。"
          confirm="更换"
          look="danger"
          onConfirm={async () => {
            try {
              await send(
                patrolAdminCalls.renewCode,
                { id: open.renewed.id },
                { idempotencyKey: newIdempotencyKey() },
              )
              showToast("success", "二维码已更换，请重新打印")
              await refetch()
              return null
            } catch (failure) {
              return messageOf(failure) ?? patrolMessages.pointGone
            }
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function columns(mayAdminister: boolean, onOpen: (open: Open) => void): readonly Column<PatrolPoint>[] {
  return [
    {
      title: "点位",
      isName: true,
      cell: ({ name, isDisabled }) => (
        <>
          {name} {isDisabled && <Tag>已停用</Tag>}
        </>
      ),
    },
    { title: "位置", width: "32%", cell: ({ placeName }) => placeName ?? "—" },
    {
      title: "计划",
      width: "120px",
      cell: ({ plans }) => (plans === 0 ? <Tag tone="caution">未安排</Tag> : `${plans} 个计划`),
    },
    ...(mayAdminister
      ? [
          {
            title: "操作",
            width: "190px",
            cell: (point: PatrolPoint) => (
              <Row gap={4}>
                <Button
                  look="quiet"
                  aria-label={`修改${point.name}`}
                  onClick={() => onOpen({ edited: point })}
                >
                  <Icon name="edit" />
                </Button>
                <Button
                  look="quiet"
                  aria-label={`打印${point.name}的二维码`}
                  onClick={() => onOpen({ printed: [point] })}
                >
                  <Icon name="grid" />
                </Button>
                <Button
                  look="quiet"
                  aria-label={`更换${point.name}的二维码`}
                  onClick={() => onOpen({ renewed: point })}
                >
                  <Icon name="retry" />
                </Button>
              </Row>
            ),
          },
        ]
      : []),
  ]
}
