import { useState } from "react"
import { OrganisationSearch, type ChosenOrganisation } from "../directory/public.ts"
import { Button } from "../../ui/forms/button.tsx"
import { FieldGroup } from "../../ui/forms/field-group.tsx"
import { Chips } from "../../ui/marks/chips.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"

interface OrganisationFieldProps {
  readonly value: ChosenOrganisation
  readonly problem: string | undefined
  readonly onValue: (organisation: ChosenOrganisation) => void
}

/** Where it was found: a bureau that inspects its schools reports for them. */
export function OrganisationField({ value, problem, onValue }: OrganisationFieldProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <FieldGroup isRow label="隐患所在单位" problem={problem}>
      <Chips chips={[{ key: value.orgid, name: value.orgname }]} />
      <Button onClick={() => setAsking(true)}>
        <Icon name="building" sizePx={16} />
        更换单位
      </Button>
      {isAsking && (
        <OrganisationSearch
          onChosen={(organisation) => {
            onValue(organisation)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </FieldGroup>
  )
}
