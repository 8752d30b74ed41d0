import { cutText } from "@uc/contract/core/cut-text"
import {
  patrolLimits,
  patrolMessages,
  patrolAdminCalls,
  type PatrolPoint,
} from "@uc/contract/patrols/admin-calls"
import { useState } from "react"
import { pick } from "../../../platform/dialogs/pick.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField, Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { usePatrolAction } from "../use-patrol-action.ts"
import planning from "./planning.module.css"

interface PointDialogProps {
  /** Null: a new one. */
  readonly point: PatrolPoint | null
  readonly onClose: () => void
}

export const PointDialog = closesWhenBroken(function PointDialog({ point, onClose }: PointDialogProps) {
  const { act, isBusy, problem, setProblem } = usePatrolAction()
  const [name, setName] = useState(point?.name ?? "")
  const [place, setPlace] = useState(
    point?.placeId ? { id: point.placeId, name: point.placeName ?? "已选择的位置" } : null,
  )
  const [isDisabled, setDisabled] = useState(point?.isDisabled ?? false)

  async function choosePlace() {
    const chosen = await pick("building", {
      title: "选择楼层或房间",
      max: 1,
      ...(place && { defaults: [place.id] }),
    })
    if (!chosen) return
    const [node] = chosen
    setPlace(node ? { id: node.id, name: node.buildingname } : null)
    if (node && name.trim() === "") setName(cutText(node.buildingname, patrolLimits.name))
  }

  async function save() {
    if (name.trim() === "") return setProblem(patrolMessages.nameMissing)
    const saved = await act(patrolAdminCalls.savePoint, {
      ...(point && { id: point.id, version: point.version }),
      name: name.trim(),
      placeId: place?.id ?? null,
      isDisabled,
    })
    if (!saved) return
    showToast("success", patrolMessages.pointSaved)
    onClose()
  }

  return (
    <FormDialog
      title={point ? "修改点位" : "新增点位"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <TextField
        label="名称"
        value={name}
        maxLength={patrolLimits.name}
        placeholder="例如：食堂后厨"
        onValue={setName}
      />
      <div className={planning.chooses} role="group" aria-label="位置">
        <b>位置（选填）</b>
        <span>{place?.name ?? "未设置"}</span>
        <Button onClick={() => void choosePlace()}>
          <Icon name="building" sizePx={16} />
          选择楼层或房间
        </Button>
        {place && <Button onClick={() => setPlace(null)}>清除</Button>}
      </div>
      {point && <Tick label="停用：不再安排巡查，二维码不能打卡" value={isDisabled} onValue={setDisabled} />}
    </FormDialog>
  )
})
