import { peopleAdminCalls, peopleAdminLimits, type Place } from "@uc/contract/people/admin-calls"
import { useId } from "react"
import { pick } from "../../../platform/dialogs/pick.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Select } from "../../../ui/forms/controls/select.tsx"
import { Radio } from "../../../ui/forms/controls/radio.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import css from "../directory.module.css"
import own from "./person.module.css"

export interface NamedPlace extends Place {
  readonly deptname: string
}

interface PlacesFieldProps {
  readonly orgid: string
  readonly places: readonly NamedPlace[]
  readonly onChange: (places: readonly NamedPlace[]) => void
}

/** After departments were chosen: those that stay keep their post, and there is always one main department. */
export function chosenPlaces(
  before: readonly NamedPlace[],
  chosen: readonly { readonly id: string; readonly name: string }[],
): NamedPlace[] {
  const places = chosen.map(
    ({ id, name }) =>
      before.find(({ deptid }) => deptid === id) ?? {
        deptid: id,
        deptname: name,
        postid: null,
        isMain: false,
      },
  )
  if (places.some(({ isMain }) => isMain)) return places
  return places.map((place, at) => ({ ...place, isMain: at === 0 }))
}

/** HOME-6: several departments, in each a post, one of them the main one. */
export function PlacesField({ orgid, places, onChange }: PlacesFieldProps) {
  const id = useId()
  const { data: posts = [] } = useCall(peopleAdminCalls.posts, { orgid }, { staleMs: 60_000 })
  const set = (deptid: string, change: Partial<NamedPlace>) =>
    onChange(places.map((place) => (place.deptid === deptid ? { ...place, ...change } : place)))

  async function choose() {
    const chosen = await pick("department", {
      orgid,
      min: 1,
      max: peopleAdminLimits.places,
      title: "所在部门",
      defaults: places.map(({ deptid }) => deptid),
    })
    if (chosen) onChange(chosenPlaces(places, chosen))
  }

  return (
    <fieldset className={own.places}>
      <legend>部门与职务</legend>
      {places.map(({ deptid, deptname, postid, isMain }) => (
        <div key={deptid} className={own.placeRow}>
          <span className={own.placeName}>{deptname}</span>
          <Select
            label={`在${deptname}的职务`}
            value={postid}
            choices={[[null, "无职务"], ...posts.map((post) => [post.id, post.name] as const)]}
            onChange={(chosen) => set(deptid, { postid: chosen })}
          />
          <label className={css.tick}>
            <Radio
              name={`${id}-main`}
              checked={isMain}
              onChange={() =>
                onChange(places.map((place) => ({ ...place, isMain: place.deptid === deptid })))
              }
            />
            主部门
          </label>
          <Button
            look="quiet"
            aria-label={`移出${deptname}`}
            title="移出"
            onClick={() =>
              onChange(
                chosenPlaces(
                  places,
                  places
                    .filter((place) => place.deptid !== deptid)
                    .map((place) => ({ id: place.deptid, name: place.deptname })),
                ),
              )
            }
          >
            <Icon name="close" sizePx={14} />
          </Button>
        </div>
      ))}
      <Button onClick={() => void choose()}>
        <Icon name="tree" sizePx={16} />
        选择部门
      </Button>
    </fieldset>
  )
}
