import { directoryCalls, type OrganisationFilter, type OrganisationKind } from "@uc/contract/directory/calls"
import { useCall } from "../../../platform/http/use-call.ts"
import { ChoiceFilter } from "../../../ui/forms/filters/choice-filter.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { useOrganisationKinds } from "./use-organisation-kinds.ts"
import { useSchoolLevels } from "./use-school-levels.ts"

interface OrganisationFiltersProps {
  readonly value: OrganisationFilter
  readonly onValue: (filter: OrganisationFilter) => void
}

const all = ["", "全部"] as const

/** DISTRICT-7: beside every choice of organisations. A tag is offered where some organisation has one. */
export function OrganisationFilters({ value, onValue }: OrganisationFiltersProps) {
  const kinds = useOrganisationKinds()
  const levels = useSchoolLevels()
  const { data: tags = [] } = useCall(directoryCalls.tags, {})
  const { kind, schoolLevel, tag } = value

  function change(part: { kind?: string; schoolLevel?: string; tag?: string }) {
    const next = { kind: kind ?? "", schoolLevel: schoolLevel ?? "", tag: tag ?? "", ...part }
    // Schools alone have a 学段.
    if (part.schoolLevel) next.kind = ""
    if (part.kind && part.kind !== "school") next.schoolLevel = ""
    onValue({
      ...(next.kind !== "" && { kind: next.kind as OrganisationKind }),
      ...(next.schoolLevel !== "" && { schoolLevel: next.schoolLevel }),
      ...(next.tag !== "" && { tag: next.tag }),
    })
  }

  return (
    <Row gap={8} wrap role="group" aria-label="筛选单位">
      <ChoiceFilter
        label="单位类型"
        value={kind ?? ""}
        choices={[all, ...kinds.choices.filter(([key]) => key !== "platform")]}
        onChange={(key) => change({ kind: key })}
      />
      <ChoiceFilter
        label="学段"
        value={schoolLevel ?? ""}
        choices={[all, ...levels.choices]}
        onChange={(key) => change({ schoolLevel: key })}
      />
      {tags.length > 0 && (
        <ChoiceFilter
          label="标签"
          value={tag ?? ""}
          choices={[all, ...tags.map((each) => [each, each] as const)]}
          onChange={(key) => change({ tag: key })}
        />
      )}
    </Row>
  )
}
