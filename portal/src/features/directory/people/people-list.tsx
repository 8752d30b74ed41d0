import { mayChangePerson } from "@uc/contract/people/who-may-grant"
import { holds } from "@uc/contract/roles/permissions"
import {
  adminLabels,
  peopleAdminCalls,
  peopleAdminLimits,
  personStates,
  type ListedPerson,
  type PersonState,
} from "@uc/contract/people/admin-calls"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { useState, type ReactNode } from "react"
import { Link } from "react-router"
import { List } from "../../../page-kit/list/list.tsx"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import type { Column } from "../../../ui/data/data-table.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { asked, directoryFilters, type NodeRef } from "../directory-filters.ts"
import css from "../directory.module.css"
import { ChosenPeople } from "./chosen-people.tsx"

const states = Object.entries(personStates) as [PersonState, string][]
const orNone = (text: string) => text || <Text tone="faint">无</Text>

const accountColumn: Column<ListedPerson> = {
  title: "账号",
  sortedBy: "account",
  // Most accounts in one line beside the tree (B25).
  width: "148px",
  cell: ({ usercode }) => usercode,
}
const orgColumn: Column<ListedPerson> = {
  title: "单位",
  sortedBy: "orgname",
  width: "22%",
  cell: ({ orgname }) => orgname,
}
const columns: readonly Column<ListedPerson>[] = [
  { title: "部门", cell: ({ deptname }) => orNone(deptname) },
  { title: "职务", width: "16%", cell: ({ postname }) => orNone(postname) },
  { title: "手机号", width: "124px", cell: ({ phone }) => phone ?? "未登记" },
]

function nameColumn(addressOf: (person: string) => string): Column<ListedPerson> {
  return {
    title: "姓名",
    sortedBy: "name",
    width: "24%",
    isName: true,
    cell: ({ id, nickname, admintype, isDisabled }) => (
      <Row wrap gap={2} columnGap={6}>
        <Link to={addressOf(id)}>{nickname}</Link>
        {admintype !== admintypes.none && <Tag tone="brand">{adminLabels[admintype]}</Tag>}
        {isDisabled && <Tag tone="danger">已停用</Tag>}
      </Row>
    ),
  }
}

interface PeopleListProps {
  readonly user: CurrentUser
  readonly node: NodeRef
  /** Where else somebody may be looked for. */
  readonly elsewhere: ReactNode
}

export function PeopleList({ user, node, elsewhere }: PeopleListProps) {
  const isAdministrator = holds(user, "people.manage")
  // What is done with several at once.
  const mayChoose = isAdministrator || holds(user, "people.grant") || holds(user, "people.firstPasswords")
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const url = useUrlFilters(directoryFilters)
  const { name, state, admin, direct, inactive } = url.state
  const isDepartment = node.kind === "department"
  const input = {
    ...asked(node),
    name,
    // The address may say what only administrators are answered.
    state: isAdministrator ? state : "on",
    isAdmin: admin ? 1 : 0,
    isInactive: inactive && isAdministrator ? 1 : 0,
    isDirect: direct && isDepartment ? 1 : 0,
  } as const
  const selection = {
    chosen: ticked,
    nameOf: ({ nickname }: ListedPerson) => nickname,
    // Who is out of use is chosen to be enabled again.
    isSelectable: (row: ListedPerson) =>
      (isAdministrator || !row.isDisabled) && row.id !== user.id && mayChangePerson(user, row),
    onChoose(keys: readonly string[], isOn: boolean) {
      const others = [...ticked].filter((id) => !keys.includes(id))
      setTicked(new Set(isOn ? [...others, ...keys] : others))
    },
  }
  const chosenOf = ({ items }: { readonly items: readonly ListedPerson[] }) => (
    <ChosenPeople
      user={user}
      people={items.filter(({ id }) => ticked.has(id))}
      onNone={() => setTicked(new Set())}
      onPasswords={() => url.replace({ passwords: true })}
    />
  )
  return (
    <List
      label="人员列表"
      what="人员"
      url={url}
      fields={[
        {
          search: "name",
          label: "搜索人员",
          placeholder: node.kind === "area" ? "姓名、拼音或首字母的开头" : "姓名、拼音、首字母或账号",
          maxLength: peopleAdminLimits.searched,
        },
        isAdministrator && { choice: "state", label: "状态", choices: states },
        { tick: "admin", label: "仅管理员" },
        isAdministrator && { tick: "inactive", label: "未激活" },
        isDepartment && { tick: "direct", label: "仅本部门" },
      ]}
      call={peopleAdminCalls.list}
      input={input}
      {...(holds(user, "people.export") && { file: peopleAdminCalls.export })}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={[
        nameColumn((person) => url.addressWith({ person })),
        node.kind === "area" ? orgColumn : accountColumn,
        ...columns,
      ]}
      selection={mayChoose ? selection : undefined}
      summary={mayChoose ? chosenOf : undefined}
      rowClass={({ isDisabled }) => (isDisabled ? css.off : undefined)}
      paging={{
        by: "cursor",
        key: "after",
        input: "after",
        size: 50,
        nextOf: ({ next }) => next,
        totalOf: ({ total }) => total,
        unit: "人",
      }}
      empty={{ title: "暂无人员", words: "管理员新增人员后会显示在这里。" }}
      elsewhere={name !== "" && elsewhere}
    />
  )
}
