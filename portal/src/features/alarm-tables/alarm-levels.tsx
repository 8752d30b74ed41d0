import { alarmTableCalls, type AlarmLevelEntry } from "@uc/contract/alarm-tables/calls"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { DataTable } from "../../ui/data/data-table.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { levelColumns } from "./level-columns.tsx"
import { LevelForm } from "./level-form.tsx"
import { SheetButtons } from "./sheet-buttons.tsx"
import { useTableAction } from "./use-table-action.ts"

type Asked =
  | { readonly what: "add" }
  | { readonly what: "edit" | "remove" | "turn"; readonly level: AlarmLevelEntry }

export function AlarmLevels() {
  const { data, error, refetch } = useCall(alarmTableCalls.levels, {})
  const { confirmed } = useTableAction()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  if (error && !data)
    return <ErrorState title="预警等级加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 4 }, () => 44)} />

  async function turn({ version, isDisabled, ...rest }: AlarmLevelEntry) {
    const wrong = await confirmed(alarmTableCalls.saveLevel, { ...rest, isDisabled: !isDisabled, version })
    if (wrong === null) showToast("success", isDisabled ? "已启用" : "已停用")
    return wrong
  }

  const columns = levelColumns((what, level) => setAsked({ what, level }))
  return (
    <>
      <Row gap={8} wrap>
        <Button look="primary" onClick={() => setAsked({ what: "add" })}>
          <Icon name="plus" sizePx={16} />
          新增预警等级
        </Button>
        <SheetButtons kind="alarmLevels" isEmpty={data.length === 0} />
      </Row>
      {data.length === 0 ? (
        <EmptyState
          art="empty"
          title="暂无预警等级"
          words="没有等级时，上报的预警都会被拒绝。请新增，或用表格一次导入。"
        />
      ) : (
        <DataTable label="预警等级" columns={columns} rows={data} keyOf={({ level }) => String(level)} />
      )}
      {asked?.what === "add" && <LevelForm level={null} onClose={close} />}
      {asked?.what === "edit" && <LevelForm level={asked.level} onClose={close} />}
      {asked?.what === "turn" && (
        <ConfirmDialog
          title={`${asked.level.isDisabled ? "启用" : "停用"}“${asked.level.name}”？`}
          words={
            asked.level.isDisabled
              ? "启用后，可以上报该等级的预警。"
              : "停用后，上报该等级的预警会被拒绝。已收到的预警不受影响。"
          }
          confirm={asked.level.isDisabled ? "启用" : "停用"}
          look={asked.level.isDisabled ? "primary" : "danger"}
          onConfirm={() => turn(asked.level)}
          onClose={close}
        />
      )}
      {asked?.what === "remove" && (
        <ConfirmDialog
          title={`删除“${asked.level.name}”？`}
          words="没有预警属于它时才能删除，删除后不能恢复。只是不再使用时，可以停用。"
          confirm="删除"
          look="danger"
          onConfirm={async () => {
            const wrong = await confirmed(alarmTableCalls.removeLevel, { level: asked.level.level })
            if (wrong === null) showToast("success", "已删除")
            return wrong
          }}
          onClose={close}
        />
      )}
    </>
  )
}
