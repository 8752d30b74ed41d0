import type { CurrentUser } from "@uc/contract/account/calls"
import { isFiltered } from "@uc/contract/directory/calls"
import { receiptCalls } from "@uc/contract/notices/receipt-calls"
import type { NamedRecipient } from "@uc/contract/notices/recipients"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { pick } from "../../platform/dialogs/pick.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tick } from "../../ui/forms/form-fields.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Chips } from "../../ui/marks/chips.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { OrganisationFilters, OrganisationSearch, type ChosenOrganisation } from "../directory/public.ts"
import { isNobody, mayShare, recipientInput, type RecipientChoice } from "./recipient-choice.ts"

type Kind = keyof RecipientChoice["named"]
const kinds: Readonly<Record<Kind, { readonly word: string; readonly icon: IconName }>> = {
  organisations: { word: "单位", icon: "school" },
  departments: { word: "部门", icon: "tree" },
  people: { word: "人员", icon: "person" },
}

/** A picker shows one organisation: what was chosen in others stays. Null: closed. */
async function picked(
  kind: "departments" | "people",
  chosen: readonly NamedRecipient[],
  { orgid, orgname }: ChosenOrganisation,
): Promise<readonly NamedRecipient[] | null> {
  const defaults = chosen.filter((each) => each.orgid === orgid).map(({ id }) => id)
  const found =
    kind === "people"
      ? (await pick("person", { orgid, defaults }))?.map(({ id, label }) => ({ id, name: label }))
      : await pick("department", { orgid, defaults })
  if (!found) return null
  const here = found.map(({ id, name }) => ({ id, name, orgid, orgname }))
  return [...chosen.filter((each) => each.orgid !== orgid), ...here]
}

interface RecipientFieldsProps {
  readonly user: CurrentUser
  /** Of one that is changed: what is named in it already may stay. */
  readonly noticeid: string | undefined
  readonly value: RecipientChoice
  readonly problem: string | undefined
  readonly onValue: (choice: RecipientChoice) => void
}

/** DAY-11: everybody, schools by 学段 or tag, and named organisations, departments and people; all of it counts together. */
export function RecipientFields({ user, noticeid, value, problem, onValue }: RecipientFieldsProps) {
  const { isForOwn, isShared, filter, named } = value
  const isBeyond = mayShare(user) && holdsBeyond(user, "notices.manage")
  const own: ChosenOrganisation = { orgid: user.orgid, orgname: user.orgname }
  const [place, setPlace] = useState(own)
  const [searched, setSearched] = useState<"organisation" | "place" | null>(null)
  const set = (change: Partial<RecipientChoice>) => onValue({ ...value, ...change })
  const setNamed = (kind: Kind, chosen: readonly NamedRecipient[]) =>
    set({ named: { ...named, [kind]: [...chosen] } })

  async function choose(kind: "departments" | "people") {
    const found = await picked(kind, named[kind], place)
    if (found) setNamed(kind, found)
  }

  function onOrganisation({ orgid, orgname }: ChosenOrganisation) {
    setSearched(null)
    if (searched === "place") return setPlace({ orgid, orgname })
    if (named.organisations.some(({ id }) => id === orgid)) return
    setNamed("organisations", [...named.organisations, { id: orgid, name: orgname, orgid, orgname }])
  }

  const offered: readonly Kind[] = isBeyond
    ? ["organisations", "departments", "people"]
    : ["departments", "people"]
  const all = (Object.keys(kinds) as Kind[]).flatMap((kind) => named[kind].map((one) => ({ ...one, kind })))
  return (
    <Stack gap={8} role="group" aria-label="接收人">
      <Text as="strong" weight={500}>
        接收人
      </Text>
      <Tick label={`${user.orgname}全体人员`} value={isForOwn} onValue={(next) => set({ isForOwn: next })} />
      {mayShare(user) && (
        <Tick
          label={`${user.areaname}的${isFiltered(filter) ? "以下" : "所有"}下级单位`}
          value={isShared}
          onValue={(next) => set({ isShared: next })}
        />
      )}
      {isShared && <OrganisationFilters value={filter} onValue={(next) => set({ filter: next })} />}
      <Row gap={8} wrap onPhone="share">
        {offered.map((kind) => (
          <Button
            key={kind}
            onClick={() => (kind === "organisations" ? setSearched("organisation") : void choose(kind))}
          >
            <Icon name={kinds[kind].icon} sizePx={16} />
            选择{kinds[kind].word}
          </Button>
        ))}
      </Row>
      {isBeyond && (
        <Row gap={8} wrap tone="soft" size={13}>
          部门和人员从“{place.orgname}”中选择
          <Button look="text" onClick={() => setSearched("place")}>
            更换单位
          </Button>
        </Row>
      )}
      <Stack gap={8} padX={12} padY={10} surface="outline" tone="soft">
        <Audience noticeid={noticeid} choice={value} />
        <Chips
          chips={all.map((one) => ({
            ...one,
            key: `${one.kind}-${one.id}`,
            icon: <Icon name={kinds[one.kind].icon} sizePx={14} />,
            ...(one.kind !== "organisations" && { title: one.orgname }),
          }))}
          onRemove={({ id, kind }) =>
            setNamed(
              kind,
              named[kind].filter((other) => other.id !== id),
            )
          }
        />
      </Stack>
      {problem !== undefined && (
        <Text as="p" tone="danger" size={13}>
          {problem}
        </Text>
      )}
      {searched !== null && (
        <OrganisationSearch onChosen={onOrganisation} onClose={() => setSearched(null)} />
      )}
    </Stack>
  )
}

/** How many people it means, before it is published. */
export function Audience({
  noticeid,
  choice,
}: {
  readonly noticeid: string | undefined
  readonly choice: RecipientChoice
}) {
  const isNone = isNobody(choice)
  const { data, error } = useCall(
    receiptCalls.audience,
    { ...recipientInput(choice), ...(noticeid !== undefined && { noticeid }) },
    { isEnabled: !isNone, keepsPrevious: true },
  )
  const words = isNone
    ? "尚未选择"
    : error
      ? (messageOf(error) ?? "人数统计失败")
      : data
        ? `共 ${inThousands(data.people)} 人，来自 ${inThousands(data.organisations)} 个单位`
        : "正在统计人数…"
  return <span aria-live="polite">{words}</span>
}
