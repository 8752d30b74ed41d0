import { peopleAdminCalls, peopleAdminLimits, type Place } from "@uc/contract/people/admin-calls"
import { useId } from "react"
import { pick } from "../../../platform/dialogs/pick.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Select } from "../../../ui/forms/controls/select.tsx"
import { Radio } from "../../../ui/forms/controls/radio.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { FieldGroup } from "../../../ui/forms/field-group.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "./places-field.module.css"

export interface NamedPlace extends Place {
  readonly deptname: string
}

interface PlacesFieldProps {
  readonly orgid: string
  readonly value: readonly NamedPlace[]
  readonly problem: string | undefined
  readonly isRequired?: boolean
  readonly onValue: (places: readonly NamedPlace[]) => void
}

/** As the calls take them. */
export function sentPlaces(places: readonly NamedPlace[]): Place[] {
  return places.map(({ deptid, postid, isMain }) => ({ deptid, postid, isMain }))
}

/** There is always one main department. */
function withMain(places: readonly NamedPlace[]): readonly NamedPlace[] {
  if (places.some(({ isMain }) => isMain)) return places
  return places.map((place, at) => ({ ...place, isMain: at === 0 }))
}

/** After departments were chosen: those that stay keep their post. */
function chosenPlaces(
  before: readonly NamedPlace[],
  chosen: readonly { readonly id: string; readonly name: string }[],
): readonly NamedPlace[] {
  return withMain(
    chosen.map(
      ({ id, name }) =>
        before.find(({ deptid }) => deptid === id) ?? {
          deptid: id,
          deptname: name,
          postid: null,
          isMain: false,
        },
    ),
  )
}

/** HOME-6: several departments, in each a post, one of them the main one. */
export function PlacesField({
  orgid,
  value: places,
  problem,
  isRequired = false,
  onValue,
}: PlacesFieldProps) {
  const id = useId()
  const { data: posts = [] } = useCall(peopleAdminCalls.posts, { orgid }, { staleMs: 60_000 })

  async function choose() {
    const chosen = await pick("department", {
      orgid,
      min: 1,
      max: peopleAdminLimits.places,
      title: "所在部门",
      defaults: places.map(({ deptid }) => deptid),
    })
    if (chosen) onValue(chosenPlaces(places, chosen))
  }

  return (
    <FieldGroup label="部门与职务" problem={problem} isRequired={isRequired}>
      {places.map(({ deptid, deptname, postid, isMain }) => (
        <Row key={deptid} wrap columnGap={12} surface="outline" className={css.place}>
          <Text breaks className={css.name}>
            {deptname}
          </Text>
          <Select
            label={`在${deptname}的职务`}
            value={postid}
            choices={[[null, "无职务"], ...posts.map((post) => [post.id, post.name] as const)]}
            onChange={(chosen) =>
              onValue(places.map((place) => (place.deptid === deptid ? { ...place, postid: chosen } : place)))
            }
          />
          <Row as="label" gap={8} tone="soft" className={css.main}>
            <Radio
              name={`${id}-main`}
              checked={isMain}
              onChange={() => onValue(places.map((place) => ({ ...place, isMain: place.deptid === deptid })))}
            />
            主部门
          </Row>
          <Button
            look="quiet"
            aria-label={`移出${deptname}`}
            title="移出"
            onClick={() => onValue(withMain(places.filter((place) => place.deptid !== deptid)))}
          >
            <Icon name="close" sizePx={14} />
          </Button>
        </Row>
      ))}
      <Row>
        <Button onClick={() => void choose()}>
          <Icon name="tree" sizePx={16} />
          选择部门
        </Button>
      </Row>
    </FieldGroup>
  )
}
