import { rangeObjectTypes } from "@uc/contract/buildings/calls"
import { departmentAdminCalls, type DepartmentDetails } from "@uc/contract/departments/admin-calls"
import { canTakeChildren, departmentMessages } from "@uc/contract/departments/calls"
import { useState } from "react"
import { Link } from "react-router"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button, buttonClass } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { PopupMenu } from "../../../ui/overlays/popup-menu.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { DepartmentDialog } from "./department-dialog.tsx"
import { DepartmentOrder } from "./department-order.tsx"
import { changeTo, directoryFilters } from "../directory-filters.ts"
import { Numbers, Panel } from "../panel.tsx"
import { RangeSection } from "../range-section.tsx"
import { MergePlanView } from "../organisations/merge-plan-view.tsx"
import { useDirectoryAction } from "../use-directory-action.ts"

interface Target {
  readonly id: string
  readonly name: string
}

type Asked =
  | { readonly what: "rename" | "add" | "state" }
  /** Null: to the top. */
  | { readonly what: "move"; readonly to: Target | null }
  | { readonly what: "merge"; readonly into: Target }

export function DepartmentPanel({ id }: { readonly id: string }) {
  const { data, error, refetch } = useCall(departmentAdminCalls.details, { deptid: id })
  const [asked, setAsked] = useState<Asked | null>(null)
  if (error) return <ErrorState title="部门加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[64, 88, 120]} />
  const close = () => setAsked(null)

  async function choose(title: string, what: "move" | "merge") {
    const { orgid } = data as DepartmentDetails
    const [chosen] = (await pick("department", { orgid, min: 1, max: 1, title, disabled: [id] })) ?? []
    if (!chosen) return
    setAsked(what === "move" ? { what, to: chosen } : { what, into: chosen })
  }

  function addBelow() {
    if (canTakeChildren((data as DepartmentDetails).level)) setAsked({ what: "add" })
    else showToast("warning", departmentMessages.tooDeep)
  }

  return (
    <Panel
      name={data.name}
      path={[data.orgname, ...data.path]}
      tags={
        <>
          <Tag>第{data.level + 1}级部门</Tag>
          {data.isDisabled && (
            <Tag tone="danger" icon="caution">
              已停用
            </Tag>
          )}
        </>
      }
      actions={
        <>
          {data.mayChange && !data.isDisabled && (
            <>
              <Button look="primary" onClick={addBelow}>
                <Icon name="plus" sizePx={16} />
                新增子部门
              </Button>
              <Button onClick={() => setAsked({ what: "rename" })}>
                <Icon name="edit" sizePx={16} />
                改名
              </Button>
              <DepartmentOrder department={data} />
              <Button onClick={() => void choose("选择新的上级部门", "move")}>
                <Icon name="move" sizePx={16} />
                移动
              </Button>
            </>
          )}
          {data.mayChange && (
            <PopupMenu
              label="更多操作"
              entries={[
                ...(data.isDisabled
                  ? []
                  : [
                      ...(data.parentId === null
                        ? []
                        : [
                            {
                              key: "top",
                              label: "移到最上级",
                              icon: "rise" as const,
                              onPick: () => setAsked({ what: "move", to: null }),
                            },
                          ]),
                      {
                        key: "merge",
                        label: "合并到其他部门",
                        icon: "level" as const,
                        onPick: () => void choose("选择合并到的部门", "merge"),
                      },
                    ]),
                {
                  key: "state",
                  label: data.isDisabled ? "启用部门" : "停用部门",
                  icon: data.isDisabled ? ("done" as const) : ("lock" as const),
                  onPick: () => setAsked({ what: "state" }),
                },
              ]}
            >
              更多
              <Icon name="down" sizePx={14} />
            </PopupMenu>
          )}
        </>
      }
    >
      <Numbers
        of={[
          ["子部门", data.children],
          ["本部门人员", data.people],
          ["含下级人员", data.peopleBelow],
        ]}
      />
      <Row>
        <Link className={buttonClass()} to={`/main/peopleTree?node=department-${id}`}>
          <Icon name="people" sizePx={16} />
          查看人员
        </Link>
      </Row>
      <RangeSection
        of={{ objectType: rangeObjectTypes.department, id, orgid: data.orgid, name: data.name }}
        isDisabled={data.isDisabled}
        none="未单独设置：沿用上级部门的范围，上级也未设置时为本单位全部楼层"
      />
      {(asked?.what === "rename" || asked?.what === "add") && (
        <DepartmentDialog
          orgid={data.orgid}
          parent={data}
          department={asked.what === "rename" ? data : null}
          onClose={close}
        />
      )}
      {asked?.what === "move" && <MoveDialog department={data} to={asked.to} onClose={close} />}
      {asked?.what === "merge" && <MergeDialog department={data} into={asked.into} onClose={close} />}
      {asked?.what === "state" && <StateDialog department={data} onClose={close} />}
    </Panel>
  )
}

interface AskProps {
  readonly department: DepartmentDetails
  readonly onClose: () => void
}

function MoveDialog({
  department: { id, orgid, version, name, peopleBelow },
  to,
  onClose,
}: AskProps & { readonly to: Target | null }) {
  const { confirmed } = useDirectoryAction()
  return (
    <ConfirmDialog
      title={to ? `把“${name}”移动到“${to.name}”之下？` : `把“${name}”移到最上级？`}
      words={`它的下级部门和其中的 ${peopleBelow} 名人员会一起移动。`}
      confirm="移动"
      onConfirm={async () => {
        const wrong = await confirmed(departmentAdminCalls.move, {
          orgid,
          deptid: id,
          version,
          ...(to && { toDeptid: to.id }),
        })
        if (wrong === null) showToast("success", "部门已移动")
        return wrong
      }}
      onClose={onClose}
    />
  )
}

function StateDialog({ department, onClose }: AskProps) {
  const { confirmed } = useDirectoryAction()
  const { id, orgid, version, name, isDisabled } = department
  return (
    <ConfirmDialog
      title={isDisabled ? `启用“${name}”？` : `停用“${name}”？`}
      words={
        isDisabled
          ? "启用后，可以重新向它安排人员和子部门。"
          : "只有没有在用人员和子部门的部门才能停用；停用后可以重新启用。"
      }
      confirm={isDisabled ? "启用" : "停用"}
      look={isDisabled ? "primary" : "danger"}
      onConfirm={async () => {
        const wrong = await confirmed(departmentAdminCalls.setState, {
          orgid,
          deptid: id,
          version,
          isDisabled: isDisabled ? 0 : 1,
        })
        if (wrong === null) showToast("success", isDisabled ? "部门已启用" : "部门已停用")
        return wrong
      }}
      onClose={onClose}
    />
  )
}

const MergeDialog = closesWhenBroken(function MergeDialog({
  department,
  into,
  onClose,
}: AskProps & { readonly into: Target }) {
  const { id, orgid, name } = department
  const { attempt } = useDirectoryAction()
  const { go } = useUrlFilters(directoryFilters)
  const plan = useCall(departmentAdminCalls.mergePlan, { orgid, deptid: id, toDeptid: into.id })
  const form = useForm({
    call: departmentAdminCalls.merge,
    attempt,
    initial: {},
    input: () => ({
      orgid,
      deptid: id,
      toDeptid: into.id,
      version: plan.data?.version ?? 0,
      intoVersion: plan.data?.intoVersion ?? 0,
    }),
    check: () => (plan.data ? null : "请先等合并预览显示出来"),
    onDone({ people }) {
      showToast("success", `合并完成，${people} 名人员已转入`)
      go(changeTo({ kind: "department", id: into.id }))
      onClose()
    },
  })

  return (
    <FormDialog
      title={`把“${name}”合并到“${into.name}”`}
      confirm="合并"
      look="danger"
      form={form}
      onClose={onClose}
    >
      <MergePlanView {...plan} />
    </FormDialog>
  )
})
