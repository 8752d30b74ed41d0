import type { OrganisationFilter } from "@uc/contract/directory/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import {
  OrganisationFilters,
  organisationsInAreas,
  type AdministeredOrganisation,
} from "../directory/public.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Chips } from "../../ui/marks/chips.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

export type Participant = AdministeredOrganisation

interface ParticipantsFieldProps {
  readonly chosen: readonly Participant[]
  /** Null: the own organisation, without a choice. */
  readonly onChosen: ((chosen: readonly Participant[]) => void) | null
  readonly hint: string | null
  readonly onProblem: (problem: string | null) => void
}

/** All organisations of the picked areas, less those that are left out. */
export function ParticipantsField({ chosen, onChosen, hint, onProblem }: ParticipantsFieldProps) {
  const [isBusy, setBusy] = useState(false)
  const [filter, setFilter] = useState<OrganisationFilter>({})

  async function choose() {
    if (!onChosen || isBusy) return
    setBusy(true)
    onProblem(null)
    try {
      const organisations = await organisationsInAreas("drills.run", "选择参加演练的区域", filter)
      if (!organisations) return
      const known = new Set(chosen.map(({ orgid }) => orgid))
      onChosen([...chosen, ...organisations.filter(({ orgid }) => !known.has(orgid))])
      if (organisations.length === 0) onProblem("所选区域内没有可以参加的单位")
    } catch (error) {
      onProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap={6} role="group" aria-label="参加单位">
      <Row wrap gap={8} justify="between">
        <Text weight={500}>参加单位</Text>
        {onChosen && (
          <Row gap={8}>
            {chosen.length > 0 && <Button onClick={() => onChosen([])}>清空</Button>}
            <Button onClick={() => void choose()}>
              {isBusy ? <Spinner sizePx={16} /> : <Icon name="plus" sizePx={16} />}
              按区域选择
            </Button>
          </Row>
        )}
      </Row>
      {onChosen && <OrganisationFilters value={filter} onValue={setFilter} />}
      <Stack gap={8} padX={12} padY={10} surface="outline">
        <span aria-live="polite">{chosen.length === 0 ? "尚未选择单位" : `共 ${chosen.length} 个单位`}</span>
        <Chips
          chips={chosen.map(({ orgid, orgname, areaname }) => ({
            key: orgid,
            name: orgname,
            title: areaname,
          }))}
          {...(onChosen && {
            onRemove: ({ key }) => onChosen(chosen.filter(({ orgid }) => orgid !== key)),
          })}
        />
      </Stack>
      {hint && (
        <Text as="p" tone="faint" size={13}>
          {hint}
        </Text>
      )}
    </Stack>
  )
}
