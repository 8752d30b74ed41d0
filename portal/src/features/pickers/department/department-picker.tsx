import { canTakeChildren, departmentCalls, departmentMessages } from "@uc/contract/departments/calls"
import type { DepartmentNode } from "@uc/contract/departments/calls"
import { personTypeOf } from "@uc/contract/people/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import type { CurrentUser } from "@uc/contract/account/calls"
import { offersIn } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useRef, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { useUser } from "../../../platform/session/session.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import type { TreeItem } from "../../../ui/tree/forest.ts"
import { strictMarks } from "../../../ui/tree/marks.ts"
import type { TreeHandle } from "../../../ui/tree/tree-view.tsx"
import { DepartmentNameDialog } from "./department-name-dialog.tsx"
import { goneNotices } from "../gone.ts"
import { PickerEmpty } from "../picker-states.tsx"
import type { PickerProps } from "../picker-props.ts"
import { PickerWithoutUser } from "../picker-without-user.tsx"
import { formatPath, plantedTree, type TreeShape } from "../tree/tree-from-answer.ts"
import { TreePicker } from "../tree/tree-picker.tsx"
import { usePlantedTree } from "../tree/use-planted-tree.ts"
import { useDepartmentChoice } from "./use-department-choice.ts"
import { useDepartmentTree } from "./use-department-tree.ts"
import css from "./department-picker.module.css"

/** 1000 (DEPT-1). */
export default function DepartmentPicker(props: PickerProps<"department">) {
  const user = useUser()
  const { title = pickers.department.title, orgid = user?.orgid } = props.options
  if (!orgid) return <PickerWithoutUser title={title} onCancel={() => props.onDone(null)} />
  return <DepartmentPickerOf {...props} title={title} orgid={orgid} user={user} />
}

interface DepartmentPickerOfProps extends PickerProps<"department"> {
  readonly title: string
  readonly orgid: Id
  readonly user: CurrentUser | null
}

const shape: TreeShape<DepartmentNode> = {
  keyOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  keysOf: ({ keys }) => keys,
  childrenOf: ({ children }) => children,
}

/** The dialog about a department. */
type Editing =
  | { readonly at: "adding"; readonly parent: TreeItem | null }
  | { readonly at: "renaming" | "removing"; readonly item: TreeItem }

/** The server decides; without the right the buttons are not shown. */
function mayEdit(user: CurrentUser | null, orgid: Id): boolean {
  return user !== null && offersIn(user, "departments.manage", orgid)
}

function DepartmentPickerOf({ options, onDone, title, orgid, user }: DepartmentPickerOfProps) {
  const [query, setQuery] = useState("")
  const [editing, setEditing] = useState<Editing | null>(null)
  const view = useRef<TreeHandle>(null)
  const wasEditing = useRef(false)
  const wasEdited = useRef(false)
  const [fixed] = useState(() => ({
    required: new Set(options.required),
    disabled: new Set(options.disabled),
  }))
  const type = user ? personTypeOf(user.usertype) : undefined
  const { tree, retry, reload } = useDepartmentTree({ orgid, type })
  const nodes = tree.at === "shown" ? tree.nodes : undefined
  const { planted, filter } = usePlantedTree({ nodes, shape, ...fixed, query })
  const choice = useDepartmentChoice({
    options,
    nodes: planted?.nodes ?? null,
    onDone,
    ask: async () => plantedTree(await reload(), shape, { deepest: null, isFixed: () => false }).nodes,
  })
  const { chosen } = choice
  const canEdit = options.canEdit === true && mayEdit(user, orgid)

  function parentOf({ key }: TreeItem): Id | null {
    const above = planted ? planted.forest.parentOf(planted.forest.indexOf(key)) : -1
    return planted && above >= 0 ? planted.forest.itemAt(above).key : null
  }

  function canTakeMore({ key }: TreeItem): boolean {
    return planted !== null && canTakeChildren(planted.forest.depthOf(planted.forest.indexOf(key)))
  }

  // A row's buttons exist only while the focus is in the tree, so a dialog can't return the focus to them.
  useEffect(() => {
    const hasClosed = editing === null && wasEditing.current
    wasEditing.current = editing !== null
    if (!hasClosed) return
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost || wasEdited.current) view.current?.focus()
    wasEdited.current = false
  }, [editing])

  /** `id`: the department to show then. */
  async function edited(id: Id | null, done: string): Promise<void> {
    showToast("success", done)
    wasEdited.current = true
    try {
      await reload()
      if (id !== null) view.current?.reveal(id)
    } catch (error) {
      const sentence = messageOf(error, pickerMessages.failed)
      if (sentence !== null) choice.refuse(sentence)
    }
  }

  /** The sentence of a failure, null when it is done. */
  async function remove(item: TreeItem): Promise<string | null> {
    try {
      await send(departmentCalls.remove, { orgid, id: item.key })
    } catch (error) {
      return messageOf(error, pickerMessages.failed)
    }
    await edited(parentOf(item), departmentMessages.removed)
    return null
  }

  function actions(item: TreeItem) {
    const isFull = !canTakeMore(item)
    const isHolding = (item.children ?? []).length > 0
    return (
      <>
        <Button
          look="quiet"
          className={css.action}
          aria-label={`在“${item.label}”下添加部门`}
          title={isFull ? departmentMessages.tooDeep : "添加下级部门"}
          aria-disabled={isFull}
          onClick={() =>
            isFull ? choice.refuse(departmentMessages.tooDeep) : setEditing({ at: "adding", parent: item })
          }
        >
          <Icon name="plus" sizePx={15} />
        </Button>
        <Button
          look="quiet"
          className={css.action}
          aria-label={`重命名“${item.label}”`}
          title="重命名"
          onClick={() => setEditing({ at: "renaming", item })}
        >
          <Icon name="edit" sizePx={15} />
        </Button>
        <Button
          look="quiet"
          className={css.action}
          aria-label={`删除“${item.label}”`}
          title={isHolding ? departmentMessages.hasChildren : "删除"}
          aria-disabled={isHolding}
          onClick={() =>
            isHolding ? choice.refuse(departmentMessages.hasChildren) : setEditing({ at: "removing", item })
          }
        >
          <Icon name="trash" sizePx={15} />
        </Button>
      </>
    )
  }

  const addTop = canEdit && (
    <Button onClick={() => setEditing({ at: "adding", parent: null })}>
      <Icon name="plus" sizePx={16} />
      添加部门
    </Button>
  )

  return (
    <>
      <TreePicker
        title={title}
        noun="部门"
        max={chosen.max}
        selection={{
          chosen: [...chosen.entries].map(([key, name]) => ({
            key,
            label: name || "…",
            hint: planted ? formatPath(planted.forest, key) : "",
            isRequired: chosen.required.has(key),
          })),
          marksOf: (forest) => strictMarks(forest, new Set(chosen.entries.keys())),
          toggle: (id) => choice.toggle(id, planted?.nodes.get(id)?.name ?? ""),
          remove: choice.remove,
          clear: choice.clear,
        }}
        tree={{
          forest: planted?.forest ?? null,
          error: tree.at === "failed" ? tree.error : null,
          onRetry: retry,
          filter,
        }}
        query={query}
        onQuery={setQuery}
        startDepth={1}
        view={view}
        actions={addTop}
        extra={canEdit ? actions : undefined}
        empty={
          canEdit ? (
            <PickerEmpty title="暂无部门" words="添加第一个部门后就可以在这里选择" actions={addTop} />
          ) : undefined
        }
        notices={goneNotices(choice.gone, pickerMessages.department.missingDefaults)}
        problem={choice.problem}
        isBusy={choice.isConfirming}
        onCancel={() => onDone(null)}
        onConfirm={choice.confirm}
      />
      {editing?.at === "adding" && (
        <DepartmentNameDialog
          title={editing.parent ? `在“${editing.parent.label}”下添加部门` : "添加部门"}
          name=""
          place={{ orgid, ...(editing.parent && { parentId: editing.parent.key }) }}
          onSaved={(id) => {
            // It is shown, also when it does not match the search.
            setQuery("")
            return edited(id, departmentMessages.saved)
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {editing?.at === "renaming" && (
        <DepartmentNameDialog
          title={`重命名“${editing.item.label}”`}
          name={editing.item.label}
          place={{ orgid, id: editing.item.key }}
          onSaved={(id) => edited(id, departmentMessages.saved)}
          onClose={() => setEditing(null)}
        />
      )}
      {editing?.at === "removing" && (
        <ConfirmDialog
          title={departmentMessages.confirmRemove}
          words={`“${editing.item.label}”删除后不能恢复`}
          confirm="删除"
          look="danger"
          onConfirm={() => remove(editing.item)}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
