import { patrolMessages, patrolAdminCalls, type PatrolPoint } from "@uc/contract/patrols/admin-calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { newIdempotencyKey, send } from "../../../platform/http/send.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { DataTable, type Column } from "../../../ui/data/data-table.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { CodeSheet } from "./code-sheet.tsx"
import { PointDialog } from "./point-dialog.tsx"
import css from "../patrols.module.css"
import planning from "./planning.module.css"

type Open =
  | { readonly edited: PatrolPoint | null }
  | { readonly renewed: PatrolPoint }
  | { readonly printed: readonly PatrolPoint[] }
  | null

export function PointList() {
  const [withDisabled, setWithDisabled] = useState(false)
  const [open, setOpen] = useState<Open>(null)
  const question = { withDisabled: withDisabled ? 1 : 0 } as const
  const { data, error, refetch } = useCall(patrolAdminCalls.points, question, { keepsPrevious: true })
  const file = useExport(patrolAdminCalls.exportPoints)
  if (error && !data)
    return <ErrorState title="点位没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 36)} />
  const { points, mayKeep } = data
  const inUse = points.filter(({ isDisabled }) => !isDisabled)
  const add = mayKeep && (
    <Button look="primary" onClick={() => setOpen({ edited: null })}>
      <Icon name="plus" sizePx={16} />
      新增点位
    </Button>
  )
  return (
    <>
      {points.length === 0 ? (
        <EmptyState
          art="empty"
          title="还没有巡查点位"
          words={mayKeep ? "先新增点位并张贴二维码，再安排计划。" : "点位由本单位管理员维护。"}
          actions={add}
        />
      ) : (
        <>
          <div className={css.bar}>
            <span className={css.count}>共 {inUse.length} 个点位在用</span>
            {mayKeep && <Tick label="显示已停用" value={withDisabled} onValue={setWithDisabled} />}
            <span className={css.grows} />
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run(question)} />
            {mayKeep && inUse.length > 0 && (
              <Button onClick={() => setOpen({ printed: inUse })}>
                <Icon name="grid" sizePx={16} />
                打印二维码
              </Button>
            )}
            {add}
          </div>
          <DataTable
            label="巡查点位"
            columns={columns(mayKeep, setOpen)}
            rows={points}
            keyOf={({ id }) => id}
          />
        </>
      )}
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

function columns(mayKeep: boolean, onOpen: (open: Open) => void): readonly Column<PatrolPoint>[] {
  return [
    {
      title: "点位",
      cell: ({ name, isDisabled }) => (
        <span className={css.note}>
          {name} {isDisabled && <Tag>已停用</Tag>}
        </span>
      ),
    },
    { title: "位置", width: "32%", cell: ({ placeName }) => placeName ?? "—" },
    {
      title: "计划",
      width: "120px",
      cell: ({ plans }) => (plans === 0 ? <Tag tone="caution">未安排</Tag> : `${plans} 个计划`),
    },
    ...(mayKeep
      ? [
          {
            title: "操作",
            width: "190px",
            cell: (point: PatrolPoint) => (
              <span className={planning.acts}>
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
              </span>
            ),
          },
        ]
      : []),
  ]
}
