import { buildingCalls, type BuildingLayer, type RangeObjectType } from "@uc/contract/buildings/calls"
import { offersIn } from "@uc/contract/roles/permissions"
import { messageOf } from "../../platform/http/failure.ts"
import { pick } from "../../platform/dialogs/pick.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useUser } from "../../platform/session/session.ts"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface RangeSectionProps {
  readonly of: {
    readonly objectType: RangeObjectType
    readonly id: string
    readonly orgid: string
    readonly name: string
  }
  /** Nothing is changed of what is out of use. */
  readonly isDisabled: boolean
  /** What holds where nothing was saved. */
  readonly none: string
}

/** DISTRICT-10: the layers that a department or a person was given, and where an administrator changes them. */
export function RangeSection({ of, isDisabled, none }: RangeSectionProps) {
  const { objectType, id, orgid, name } = of
  const { data, error, refetch } = useCall(buildingCalls.relations, { objectIds: id, objectType, orgid })
  const layers = data?.[0]?.layers
  const user = useUser()
  // The permission of the call that saves it, not that of the directory: a personnel officer would be refused.
  const mayChange = !isDisabled && user !== null && offersIn(user, "buildings.manage", orgid)

  async function change() {
    const title = `“${name}”的负责范围`
    const chosen = await pick("range", { orgid, title, save: { objectIds: [id], objectType } })
    if (chosen) showToast("success", chosen.length === 0 ? "已取消范围限定" : "负责范围已保存")
  }

  return (
    <Stack as="section" gap={8}>
      <Row justify="between" gap={12}>
        <Text as="h3" size={14}>
          负责范围
        </Text>
        {mayChange && layers && (
          <Button look="text" onClick={() => void change()}>
            <Icon name="edit" sizePx={16} />
            设置范围
          </Button>
        )}
      </Row>
      {layers ? (
        <Layers {...{ layers, none }} />
      ) : error ? (
        <ErrorState title="负责范围加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[40]} />
      )}
    </Stack>
  )
}

function Layers({ layers, none }: { readonly layers: readonly BuildingLayer[]; readonly none: string }) {
  if (layers.length === 0) {
    return (
      <Text as="p" tone="faint">
        {none}
      </Text>
    )
  }
  const buildings = new Map<string, BuildingLayer[]>()
  for (const layer of layers)
    buildings.set(layer.buildingId, [...(buildings.get(layer.buildingId) ?? []), layer])
  return (
    <Stack as="ul" gap={8}>
      {[...buildings].map(([id, [first, ...others]]) => (
        <Row as="li" key={id} gap={4} columnGap={12} wrap padX={12} padY={8} surface="outline">
          <strong>{[first?.campusName, first?.buildingName].filter(Boolean).join(" / ")}</strong>
          <Text tone="soft">{[first, ...others].map((layer) => layer?.layerName).join("、")}</Text>
        </Row>
      ))}
    </Stack>
  )
}
