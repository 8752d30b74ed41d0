import { buildingCalls, rangeObjectTypes } from "@uc/contract/buildings/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useQueryClient } from "@tanstack/react-query"
import { useMemo } from "react"
import { isNotOffered } from "../../../platform/http/not-offered.ts"
import { send } from "../../../platform/http/send.ts"
import { useUser } from "../../../platform/session/session.ts"
import { invalidateAndRefetch, useCall } from "../../../platform/http/use-call.ts"
import { linkedMarks } from "../../../ui/tree/marks.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "../tree/tree-from-answer.ts"
import type { LinkedNodes } from "../tree/use-strict-selection.ts"
import { WholeTreePicker } from "../tree/whole-tree-picker.tsx"
import { afterRangeToggle, rangeTree, sharedRange, type RangeNode } from "./range-selection.ts"

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

/** What was saved for those whose range is chosen: the picker opens with it unless the caller says with what (DISTRICT-10). */
function useSavedRange({ save, defaults, orgid }: PickerProps<"range">["options"]) {
  const isAsked = save !== undefined && defaults === undefined
  const saved = useCall(
    buildingCalls.relations,
    { objectIds: save?.objectIds.join(",") ?? "", objectType: save?.objectType ?? 1, orgid },
    { isEnabled: isAsked },
  )
  // An answer from an earlier opening may be out of date, and a confirmed choice would write it back.
  const data = saved.isFetching ? undefined : saved.data
  // DISTRICT-16: of a service that does not tell what was saved the picker opens with nothing.
  const isUnknown = isNotOffered(saved.error, buildingCalls.relations.service)
  const shared = useMemo(() => (isUnknown ? sharedRange([]) : data && sharedRange(data)), [data, isUnknown])
  return { saved, shared, isWaiting: isAsked && !shared }
}

/** 999 (RANGE-1). */
export default function RangePicker({ options, onDone, onSaving }: PickerProps<"range">) {
  const { orgid, departmentid, save } = options
  // A department's own range is chosen out of all layers, or it could never be widened.
  const isOwnRange =
    save?.objectType === rangeObjectTypes.department && save.objectIds.includes(departmentid ?? "")
  const answer = useCall(buildingCalls.layersOfDepartment, isOwnRange ? { orgid } : { orgid, departmentid })
  const { saved, shared, isWaiting } = useSavedRange(options)
  const client = useQueryClient()
  const ownOrg = useUser()?.orgid
  const nodes = useMemo(() => answer.data && rangeTree(answer.data), [answer.data])
  const opened = useMemo(
    () => (shared ? { ...options, defaults: shared.layerIds } : options),
    [options, shared],
  )
  return (
    <WholeTreePicker
      // The choice begins with what was saved, so it can't begin before that is known.
      key={isWaiting ? "waiting" : "ready"}
      name="range"
      noun="楼层"
      {...{ shape, linked, onSaving }}
      answer={isWaiting ? saved : answer}
      nodes={isWaiting ? undefined : nodes}
      options={opened}
      notice={shared?.isUnequal ? pickerMessages.range.unequal : null}
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
      onDone={(chosen) => {
        if (chosen && save) void invalidateAndRefetch(client, buildingCalls.relations)
        onDone(chosen && layersIn(chosen).map(({ keys: _keys, campusName: _campus, ...layer }) => layer))
      }}
    />
  )
}
