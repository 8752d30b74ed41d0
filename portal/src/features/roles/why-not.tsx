import type { CurrentUser } from "@uc/contract/account/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { builtInMenus } from "@uc/contract/menus/built-in-menus"
import { roleCalls } from "@uc/contract/roles/calls"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { explainedRecords, type ExplainedRecord } from "@uc/contract/roles/why-not"
import { useState } from "react"
import { pick } from "../../platform/dialogs/pick.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceField } from "../../ui/forms/form-fields.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { OrganisationSearch, type ChosenOrganisation } from "../directory/public.ts"
import { RecordSearch, type ChosenRecord } from "./record-search.tsx"

type Explained = OutputOf<typeof roleCalls.explain>
type What = "page" | ExplainedRecord

const pages = builtInMenus.map(({ path, text }) => [path, text] as const)
/** DISTRICT-8: for somebody and a page or a record, which rule decides; by the server, as it enforces it. */
export function WhyNot({ user }: { readonly user: CurrentUser }) {
  const [person, setPerson] = useState<{ readonly id: string; readonly label: string } | null>(null)
  const [organisation, setOrganisation] = useState<ChosenOrganisation | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [what, setWhat] = useState<What>("page")
  const [page, setPage] = useState<string>(pages[0]?.[0] ?? "")
  const [record, setRecord] = useState<ChosenRecord | null>(null)
  const [isSearching, setSearching] = useState(false)
  const [answer, setAnswer] = useState<Explained | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isReady = person !== null && (what === "page" || record !== null)

  /** Another question: the answer before says nothing about it. */
  function forget() {
    setAnswer(null)
    setProblem(null)
  }

  async function choosePerson() {
    const orgid = organisation?.orgid ?? user.orgid
    const [chosen] = (await pick("person", { title: "选择人员", orgid, min: 1, max: 1 })) ?? []
    if (!chosen) return
    setPerson(chosen)
    forget()
  }

  async function ask() {
    if (person === null || isBusy) return
    const about = what === "page" ? { page } : { record: what, recordId: record?.id ?? "" }
    setBusy(true)
    forget()
    try {
      setAnswer(await send(roleCalls.explain, { personid: person.id, ...about }))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap={16}>
      <Row gap={8} wrap>
        {holdsBeyond(user, "roles.manage") && (
          <Button onClick={() => setChoosing(true)}>
            <Icon name="school" sizePx={16} />
            {organisation?.orgname ?? "选择单位"}
          </Button>
        )}
        <Button onClick={() => void choosePerson()}>
          <Icon name="person" sizePx={16} />
          {person?.label ?? "选择人员"}
        </Button>
      </Row>
      <ChoiceField<What>
        label="查询对象"
        value={what}
        choices={[["page", "页面"], ...(Object.entries(explainedRecords) as [ExplainedRecord, string][])]}
        onValue={(to) => {
          setWhat(to)
          setRecord(null)
          forget()
        }}
      />
      {what === "page" ? (
        <ChoiceField
          label="页面"
          value={page}
          choices={pages}
          onValue={(to) => {
            setPage(to)
            forget()
          }}
        />
      ) : (
        <Row gap={8} wrap>
          <Button onClick={() => setSearching(true)}>
            <Icon name="search" sizePx={16} />
            {record?.name ?? `选择${explainedRecords[what]}`}
          </Button>
          {record && <Text tone="soft">{record.about}</Text>}
        </Row>
      )}
      <div>
        <Button look="primary" disabled={!isReady} aria-busy={isBusy} onClick={() => void ask()}>
          查询原因
        </Button>
      </div>
      <div role="status">
        {answer && (
          <Stack gap={4} padX={16} padY={12} surface="outline">
            <Row gap={8}>
              <Icon name={answer.isSeen ? "done" : "eye-off"} sizePx={18} />
              <Text weight={500} breaks>
                {answer.sentence}
              </Text>
            </Row>
            {answer.remedy !== "" && <Text tone="soft">怎么办：{answer.remedy}</Text>}
            {answer.also !== "" && <Text tone="soft">另外：{answer.also}</Text>}
          </Stack>
        )}
        {problem !== null && <Text tone="danger">{problem}</Text>}
      </div>
      {isSearching && what !== "page" && (
        <RecordSearch
          of={what}
          onChosen={(chosen) => {
            setRecord(chosen)
            forget()
            setSearching(false)
          }}
          onClose={() => setSearching(false)}
        />
      )}
      {isChoosing && (
        <OrganisationSearch
          onChosen={(chosen) => {
            setOrganisation(chosen)
            setPerson(null)
            forget()
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Stack>
  )
}
