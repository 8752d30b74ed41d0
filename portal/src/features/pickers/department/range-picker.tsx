import { buildingCalls, type BuildingLayer } from "@uc/contract/buildings/calls"
import { pickerMessages, pickers, type PickerOptions } from "@uc/contract/pickers/pickers"
import { useDeferredValue, useMemo, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { useUser } from "../../../platform/session/session.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { linkedMarks } from "../../../ui/tree/marks.ts"
import type { PickerProps } from "../picker-props.ts"
import { plantedTree, treeFilter, type TreeShape } from "../tree/tree-from-answer.ts"
import { usePickerProblem } from "../picker-problem.ts"
import { afterRangeToggle, rangeTree, type RangeNode } from "./range-selection.ts"
import { cleared, keysAtStart, selectionProblem, selectionRules } from "../selection.ts"
import { TreePicker } from "../tree/tree-picker.tsx"
import type { TreeSelection } from "../tree/tree-selection.ts"
import { missingNotice } from "../tree/use-strict-selection.ts"
import { wholeAnswer } from "../tree/whole-answer.ts"

const shape: TreeShape<RangeNode> = {
  keyOf: ({ id }) => id,
  labelOf: (node) => (node.kind === "building" ? node.name : node.layer.layerName),
  keysOf: (node) => (node.kind === "building" ? "" : node.layer.keys),
  childrenOf: (node) => (node.kind === "building" ? node.layers : []),
  hintOf: (node) => (node.kind === "building" ? node.campus : null),
}

/** 999 (RANGE-1). */
export default function RangePicker({ options, onDone, onSaving }: PickerProps<"range">) {
  const { orgid, departmentid, save } = options
  const answer = wholeAnswer(
    useCall(buildingCalls.layersOfDepartment, { orgid, departmentid }),
    (rows) => rows,
  )
  const ownOrg = useUser()?.orgid
  const rules = useMemo(() => selectionRules(options, { max: pickers.range.max }), [options])
  const [query, setQuery] = useState("")
  const [isSaving, setSaving] = useState(false)
  const { nodes: rows } = answer
  const planted = useMemo(() => {
    const isFixed = (key: string) => rules.required.has(key) || rules.disabled.has(key)
    return rows ? plantedTree(rangeTree(rows), shape, { deepest: null, isFixed }) : null
  }, [rows, rules])
  const { problem, refuse, settle } = usePickerProblem()
  const [keys, setKeys] = useState(() => keysAtStart(options))
  const layers = keys.flatMap((key) => {
    const node = planted?.nodes.get(key)
    return node?.kind === "layer" ? [node.layer] : []
  })
  const present = layers.map(({ layerId }) => layerId)

  function change(next: readonly string[]) {
    setKeys([...keys.filter((key) => !present.includes(key)), ...next])
    settle()
  }

  const selection: TreeSelection = {
    chosen: layers.map(({ layerId, layerName, buildingId, buildingName }) => {
      const building = planted?.nodes.get(buildingId)
      const campus = building?.kind === "building" ? building.campus : null
      const hint = campus === null ? buildingName : `${campus} / ${buildingName}`
      return { key: layerId, label: layerName, hint, isRequired: rules.required.has(layerId) }
    }),
    marksOf: rules.max === 1 ? null : (forest) => linkedMarks(forest, new Set(present)),
    toggle: (key) => {
      const node = planted?.nodes.get(key)
      if (!node) return
      const choice = afterRangeToggle(present, node, rules)
      if ("refused" in choice) refuse(choice.refused)
      else change(choice.keys)
    },
    remove: (key) => change(present.filter((other) => other !== key || rules.required.has(other))),
    clear: () => change(cleared(present, rules)),
  }

  const wanted = useDeferredValue(query)
  const filter = useMemo(
    () => treeFilter(wanted, (key) => keysOf(planted?.nodes.get(key))),
    [wanted, planted],
  )

  function tellSaving(is: boolean) {
    setSaving(is)
    onSaving?.(is)
  }

  async function confirm() {
    if (!planted) return
    const sentence = selectionProblem(layers.length, rules)
    if (sentence !== null) return refuse(sentence)
    if (save) {
      tellSaving(true)
      try {
        await saveRange(save, layers, orgid ?? ownOrg ?? "")
      } catch (error) {
        const told = messageOf(error, pickerMessages.failed)
        if (told !== null) refuse(told)
        return
      } finally {
        tellSaving(false)
      }
    }
    onDone(layers.map(({ keys: _keys, campusName: _campus, ...layer }) => layer))
  }

  return (
    <TreePicker
      title={options.title ?? pickers.range.title}
      noun="楼层"
      max={rules.max}
      selection={selection}
      tree={{ forest: planted?.forest ?? null, error: answer.error, onRetry: answer.retry, filter }}
      query={query}
      onQuery={setQuery}
      startDepth={1}
      canUnfold
      notices={missingNotice(planted ? keys.length - present.length : 0)}
      problem={problem}
      isSaving={isSaving}
      onCancel={() => onDone(null)}
      onConfirm={() => void confirm()}
    />
  )
}

function keysOf(node: RangeNode | undefined): string {
  return node === undefined ? "" : shape.keysOf(node)
}

type Save = NonNullable<PickerOptions<"range">["save"]>

function saveRange({ objectIds, objectType }: Save, layers: readonly BuildingLayer[], orgid: string) {
  return send(buildingCalls.saveRelation, {
    objectIds: objectIds.join(","),
    layerIds: layers.map(({ layerId }) => layerId).join(","),
    objectType,
    orgid,
  })
}
