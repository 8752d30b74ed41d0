import { buildingCalls } from "@uc/contract/buildings/calls"
import { useMemo } from "react"
import { send } from "../../../platform/http/send.ts"
import { useUser } from "../../../platform/session/session.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { linkedMarks } from "../../../ui/tree/marks.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "../tree/tree-from-answer.ts"
import type { LinkedNodes } from "../tree/use-strict-selection.ts"
import { WholeTreePicker } from "../tree/whole-tree-picker.tsx"
import { afterRangeToggle, rangeTree, type RangeNode } from "./range-selection.ts"

const shape: TreeShape<RangeNode> = {
  keyOf: ({ id }) => id,
  labelOf: (node) => (node.kind === "building" ? node.name : node.layer.layerName),
  keysOf: (node) => (node.kind === "building" ? "" : node.layer.keys),
  childrenOf: (node) => (node.kind === "building" ? node.layers : []),
  hintOf: (node) => (node.kind === "building" ? node.campus : null),
  pathOf: (node) => (node.kind === "building" ? "" : node.path),
}

const linked: LinkedNodes<RangeNode> = {
  isEntry: ({ kind }) => kind === "layer",
  afterClick: afterRangeToggle,
  marksOf: linkedMarks,
}

const layersIn = (nodes: readonly RangeNode[]) =>
  nodes.flatMap((node) => (node.kind === "layer" ? [node.layer] : []))

/** 999 (RANGE-1). */
export default function RangePicker({ options, onDone, onSaving }: PickerProps<"range">) {
  const { orgid, departmentid, save } = options
  const answer = useCall(buildingCalls.layersOfDepartment, { orgid, departmentid })
  const ownOrg = useUser()?.orgid
  const nodes = useMemo(() => answer.data && rangeTree(answer.data), [answer.data])
  return (
    <WholeTreePicker
      name="range"
      noun="楼层"
      {...{ answer, nodes, shape, options, linked, onSaving }}
      save={
        save &&
        ((chosen) =>
          send(buildingCalls.saveRelation, {
            objectIds: save.objectIds.join(","),
            layerIds: chosen.map(({ id }) => id).join(","),
            objectType: save.objectType,
            orgid: orgid ?? ownOrg ?? "",
          }))
      }
      onDone={(chosen) =>
        onDone(chosen && layersIn(chosen).map(({ keys: _keys, campusName: _campus, ...layer }) => layer))
      }
    />
  )
}
