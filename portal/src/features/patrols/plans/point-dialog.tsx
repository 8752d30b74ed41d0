import { cutText } from "@uc/contract/core/cut-text"
import {
  patrolLimits,
  patrolMessages,
  patrolAdminCalls,
  type PatrolPoint,
} from "@uc/contract/patrols/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FieldGroup } from "../../../ui/forms/field-group.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField, Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { usePatrolAction } from "../use-patrol-action.ts"

interface PointDialogProps {
  /** Null: a new one. */
  readonly point: PatrolPoint | null
  readonly onClose: () => void
}

export const PointDialog = closesWhenBroken(function PointDialog({ point, onClose }: PointDialogProps) {
  const { attempt } = usePatrolAction()
  const form = useForm({
    call: patrolAdminCalls.savePoint,
    attempt,
    initial: {
      name: point?.name ?? "",
      place: point?.placeId ? { id: point.placeId, name: point.placeName ?? "已选择的位置" } : null,
      isDisabled: point?.isDisabled ?? false,
    },
    input: ({ name, place: chosen, isDisabled }) => ({
      ...(point && { id: point.id, version: point.version }),
      name,
      placeId: chosen?.id ?? null,
      isDisabled,
    }),
    fieldOf: { placeId: "place" },
    onDone() {
      showToast("success", patrolMessages.pointSaved)
      onClose()
    },
  })
  const { place } = form.values

  async function choosePlace() {
    const chosen = await pick("building", {
      title: "选择楼层或房间",
      max: 1,
      ...(place && { defaults: [place.id] }),
    })
    if (!chosen) return
    const [node] = chosen
    form.set({ place: node ? { id: node.id, name: node.buildingname } : null })
    if (node && form.values.name.trim() === "")
      form.set({ name: cutText(node.buildingname, patrolLimits.name) })
  }

  return (
    <FormDialog title={point ? "修改点位" : "新增点位"} confirm="保存" form={form} onClose={onClose}>
      <TextField label="名称" placeholder="例如：食堂后厨" {...form.text("name")} />
      <FieldGroup isRow label="位置（选填）" problem={form.problems.place}>
        <Text grow breaks>
          {place?.name ?? "未设置"}
        </Text>
        <Button onClick={() => void choosePlace()}>
          <Icon name="building" sizePx={16} />
          选择楼层或房间
        </Button>
        {place && <Button onClick={() => form.set({ place: null })}>清除</Button>}
      </FieldGroup>
      {point && <Tick label="停用：不再安排巡查，二维码不能打卡" {...form.bind("isDisabled")} />}
    </FormDialog>
  )
})
