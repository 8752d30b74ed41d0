import type { OrganisationFilter } from "@uc/contract/directory/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { pick } from "../../platform/dialogs/pick.ts"
import { OrganisationFilters, organisationsInAreas } from "../directory/public.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Chips } from "../../ui/marks/chips.tsx"
import { Tick } from "../../ui/forms/form-fields.tsx"
import { RequiredMark } from "../../ui/forms/controls/required-mark.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface Named {
  readonly id: string
  readonly name: string
}

/** The picked receivers; the server expands them. */
export interface Receivers {
  readonly people: readonly Named[]
  readonly departments: readonly Named[]
  readonly organisations: readonly Named[]
  /** For every person of the organisations, instead of their administrators. */
  readonly isEach: boolean
}

export const noReceivers: Receivers = { people: [], departments: [], organisations: [], isEach: false }

type Kind = "people" | "departments" | "organisations"
const kinds: Readonly<Record<Kind, { readonly word: string; readonly icon: IconName }>> = {
  people: { word: "人员", icon: "person" },
  departments: { word: "部门", icon: "tree" },
  organisations: { word: "单位", icon: "school" },
}

/** A picker opened with what is chosen gives what is chosen then; null: closed. */
async function picked(
  kind: Kind,
  chosen: readonly Named[],
  filter: OrganisationFilter,
): Promise<readonly Named[] | null> {
  const defaults = chosen.map(({ id }) => id)
  switch (kind) {
    case "people": {
      const people = await pick("person", { title: "选择人员", defaults })
      return people && people.map(({ id, label }) => ({ id, name: label }))
    }
    case "departments":
      return pick("department", { title: "选择部门", defaults })
    case "organisations": {
      const organisations = await organisationsInAreas("tasks.give", "选择单位所在区域", filter)
      if (!organisations) return null
      const known = new Set(defaults)
      return [
        ...chosen,
        ...organisations
          .filter(({ orgid }) => !known.has(orgid))
          .map(({ orgid, orgname }) => ({ id: orgid, name: orgname })),
      ]
    }
  }
}

interface ReceiversFieldProps {
  readonly user: CurrentUser
  readonly value: Receivers
  readonly problem: string | undefined
  readonly onValue: (chosen: Receivers) => void
  /** What went wrong while choosing. */
  readonly onProblem: (problem: string | null) => void
}

export function ReceiversField({
  user,
  value: chosen,
  problem,
  onValue: onChosen,
  onProblem,
}: ReceiversFieldProps) {
  const [isBusy, setBusy] = useState(false)
  const [filter, setFilter] = useState<OrganisationFilter>({})
  const isAbove = holdsBeyond(user, "tasks.give")
  const offered: readonly Kind[] = isAbove
    ? ["organisations", "people", "departments"]
    : ["people", "departments"]

  async function choose(kind: Kind) {
    if (isBusy) return
    setBusy(true)
    onProblem(null)
    try {
      const found = await picked(kind, chosen[kind], filter)
      if (!found) return
      // A whole area does not include the giver's own organisation.
      const others = kind === "organisations" ? found.filter(({ id }) => id !== user.orgid) : found
      onChosen({ ...chosen, [kind]: others })
      if (others.length === 0) onProblem("所选范围内没有可以接收任务的对象")
    } catch (error) {
      onProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const all = offered.flatMap((kind) => chosen[kind].map((one) => ({ ...one, kind })))
  return (
    <Stack gap={8} role="group" aria-label="接收人">
      <Row gap={8} wrap justify="between" onPhone="stack">
        <Text as="strong" weight={500}>
          接收人
          <RequiredMark />
        </Text>
        <Row gap={8} wrap onPhone="share">
          {offered.map((kind) => (
            <Button key={kind} disabled={isBusy} onClick={() => void choose(kind)}>
              <Icon name={kinds[kind].icon} sizePx={16} />
              选择{kinds[kind].word}
            </Button>
          ))}
        </Row>
      </Row>
      {isAbove && <OrganisationFilters value={filter} onValue={setFilter} />}
      <Stack gap={8} padX={12} padY={10} surface="outline" tone="soft">
        <span aria-live="polite">{all.length === 0 ? "尚未选择" : summary(chosen)}</span>
        <Chips
          chips={all.map(({ id, name, kind }) => ({
            key: `${kind}-${id}`,
            id,
            name,
            kind,
            icon: <Icon name={kinds[kind].icon} sizePx={14} />,
          }))}
          onRemove={({ id, kind }) =>
            onChosen({ ...chosen, [kind]: chosen[kind].filter((other) => other.id !== id) })
          }
        />
      </Stack>
      {problem !== undefined && (
        <Text as="p" tone="danger" size={13}>
          {problem}
        </Text>
      )}
      {chosen.organisations.length > 0 && (
        <Tick
          label="由单位全体人员分别办理（不勾选时由各单位管理员办理）"
          value={chosen.isEach}
          onValue={(isEach) => onChosen({ ...chosen, isEach })}
        />
      )}
    </Stack>
  )
}

function summary({ people, departments, organisations }: Receivers): string {
  return [
    organisations.length > 0 && `${organisations.length} 个单位`,
    departments.length > 0 && `${departments.length} 个部门的全体人员`,
    people.length > 0 && `${people.length} 人`,
  ]
    .filter((words) => words !== false)
    .join("、")
}
