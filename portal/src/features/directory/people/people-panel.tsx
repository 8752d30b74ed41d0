import { Checkbox } from "../../../ui/forms/controls/checkbox.tsx"
import { inThousands } from "../../../ui/format/in-thousands.ts"
import type { InputOf } from "@uc/contract/core/call"
import { departmentAdminCalls, type DepartmentDetails } from "@uc/contract/departments/admin-calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import {
  adminLabels,
  peopleAdminCalls,
  peopleAdminLimits,
  personStates,
  type ListedPerson,
  type PersonState,
} from "@uc/contract/people/admin-calls"
import { administers, admintypes, usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useEffect, useState } from "react"
import { Link } from "react-router"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../../ui/forms/choice-filter.tsx"
import { DataTable, type Column } from "../../../ui/data/data-table.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { SearchBox } from "../../../ui/forms/search-box.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { DepartmentOrder } from "../departments/department-order.tsx"
import { urlOf, asked, type DirectoryFilterState, type NodeRef } from "../directory-filters-url.ts"
import { PersonDialog } from "./person-dialog.tsx"
import { PersonDrawer } from "./person-drawer.tsx"
import { PostsDrawer } from "./posts-drawer.tsx"
import { useDirectoryFilters } from "../use-directory-filters.ts"
import css from "../directory.module.css"

const pageSize = 50
const typingMs = 300
const states = Object.entries(personStates) as [PersonState, string][]

interface PeoplePanelProps {
  readonly user: CurrentUser
  readonly node: NodeRef
}

/** The people of what is chosen in the tree. */
export function PeoplePanel({ user, node }: PeoplePanelProps) {
  const { place, go } = useDirectoryFilters()
  const [isAdding, setAdding] = useState(false)
  const [isArranging, setArranging] = useState(false)
  const { isBusy, run } = useExport(peopleAdminCalls.export)
  const isAdministrator = user.admintype !== admintypes.none
  const question = {
    ...asked(node),
    name: place.name,
    state: place.state,
    isAdmin: place.isAdmin ? 1 : 0,
    isDirect: place.isDirect && node.kind === "department" ? 1 : 0,
  } as const
  const where = useNamed(node)
  const mayAdd = where.orgid !== null && administers(user, where.orgid)

  return (
    <article className={css.panel}>
      <header className={css.panelHead}>
        <div>
          {where.path.length > 0 && <p className={css.path}>{where.path.join(" / ")}</p>}
          <h2>{where.name}</h2>
        </div>
        <div className={css.acts}>
          {mayAdd && (
            <Button look="primary" onClick={() => setAdding(true)}>
              <Icon name="plus" sizePx={16} />
              新增人员
            </Button>
          )}
          {mayAdd && (
            <Button onClick={() => setArranging(true)}>
              <Icon name="manage" sizePx={16} />
              职务管理
            </Button>
          )}
          {mayAdd && where.department && !where.department.isDisabled && (
            <DepartmentOrder department={where.department} />
          )}
          {isAdministrator && <ExportButton isBusy={isBusy} onExport={() => void run(question)} />}
        </div>
      </header>
      <Filters place={place} node={node} isAdministrator={isAdministrator} go={go} />
      {/* Another question begins at its first page. */}
      <People
        key={JSON.stringify(question)}
        question={question}
        place={place}
        node={node}
        wider={widerThan(node, where, user)}
        onWider={(wider) => go({ node: wider, isDirect: false })}
      />
      {isAdding && where.orgid !== null && (
        <PersonDialog
          to={{
            orgid: where.orgid,
            department: node.kind === "department" ? { id: node.id, name: where.name } : null,
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {isArranging && where.orgid !== null && (
        <PostsDrawer
          orgid={where.orgid}
          orgname={where.department?.orgname ?? where.name}
          onClose={() => setArranging(false)}
        />
      )}
      {place.person !== null && (
        <PersonDrawer
          key={place.person}
          id={place.person}
          user={user}
          onClose={() => go({ person: null }, true)}
        />
      )}
    </article>
  )
}

interface Named {
  readonly name: string
  readonly path: readonly string[]
  readonly orgid: string | null
  readonly department: DepartmentDetails | null
}

/** How what is chosen is called, and whose it is. */
function useNamed(node: NodeRef): Named {
  const area = useCall(directoryCalls.area, { areaid: node.id }, { isEnabled: node.kind === "area" })
  const organisation = useCall(
    organisationAdminCalls.details,
    { orgid: node.id },
    { isEnabled: node.kind === "organisation" },
  )
  const department = useCall(
    departmentAdminCalls.details,
    { deptid: node.id },
    { isEnabled: node.kind === "department" },
  )
  if (node.kind === "area") {
    const path = area.data?.path.slice(0, -1) ?? []
    return { name: area.data?.areaname ?? "…", path, orgid: null, department: null }
  }
  if (node.kind === "organisation") {
    const path = organisation.data?.path ?? []
    return { name: organisation.data?.name ?? "…", path, orgid: node.id, department: null }
  }
  const { data } = department
  return {
    name: data?.name ?? "…",
    path: data ? [data.orgname, ...data.path] : [],
    orgid: data?.orgid ?? null,
    department: data ?? null,
  }
}

interface Wider {
  readonly node: NodeRef
  readonly name: string
}

/** Where somebody may be who is not found here: a search begins at the own organisation, and a bureau has many. */
function widerThan(node: NodeRef, { orgid, department }: Named, user: CurrentUser): Wider | null {
  if (node.kind === "department")
    return orgid !== null && department
      ? { node: { kind: "organisation", id: orgid }, name: department.orgname }
      : null
  const seesMany = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  return node.kind === "organisation" && seesMany
    ? { node: { kind: "area", id: user.areaid }, name: user.areaname }
    : null
}

interface FiltersProps {
  readonly place: DirectoryFilterState
  readonly node: NodeRef
  readonly isAdministrator: boolean
  readonly go: (change: Partial<DirectoryFilterState>, replace?: boolean) => void
}

function Filters({ place, node, isAdministrator, go }: FiltersProps) {
  const [typed, setTyped] = useState(place.name)
  useEffect(() => {
    if (typed === place.name) return
    const timer = setTimeout(() => go({ name: typed }, true), typingMs)
    return () => clearTimeout(timer)
  }, [typed, place.name, go])
  const tick = (label: string, isOn: boolean, onChange: (isOn: boolean) => void) => (
    <label className={css.tick}>
      <Checkbox checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
  return (
    <div className={css.filters} role="search" aria-label="筛选人员">
      <SearchBox
        label="搜索人员"
        placeholder={node.kind === "area" ? "姓名、拼音或首字母的开头" : "姓名、拼音、首字母或账号"}
        maxLength={peopleAdminLimits.searched}
        value={typed}
        onChange={setTyped}
      />
      {isAdministrator && (
        <ChoiceFilter
          label="状态"
          value={place.state}
          choices={states}
          onChange={(state) => go({ state }, true)}
        />
      )}
      {tick("仅管理员", place.isAdmin, (isAdmin) => go({ isAdmin }, true))}
      {node.kind === "department" && tick("仅本部门", place.isDirect, (isDirect) => go({ isDirect }, true))}
    </div>
  )
}

type Row = ListedPerson & { readonly to: string }

const nameColumn: Column<Row> = {
  title: "姓名",
  width: "24%",
  cell: (row) => (
    <>
      <Link className={css.link} to={row.to}>
        {row.nickname}
      </Link>
      {row.admintype !== admintypes.none && <Tag tone="brand">{adminLabels[row.admintype]}</Tag>}
      {row.isDisabled && <Tag tone="danger">已停用</Tag>}
    </>
  ),
}
const orgColumn: Column<Row> = { title: "单位", width: "22%", cell: ({ orgname }) => orgname }
const columns: readonly Column<Row>[] = [
  { title: "账号", width: "16%", cell: ({ usercode }) => usercode },
  { title: "部门", cell: ({ deptname }) => deptname || <span className={css.none}>无</span> },
  { title: "职务", width: "16%", cell: ({ postname }) => postname || <span className={css.none}>无</span> },
  {
    title: "手机号",
    width: "124px",
    cell: ({ phone }) => <span className={css.figures}>{phone ?? "未登记"}</span>,
  },
]

interface PeopleProps {
  readonly question: InputOf<typeof peopleAdminCalls.export>
  readonly place: DirectoryFilterState
  readonly node: NodeRef
  readonly wider: Wider | null
  readonly onWider: (node: NodeRef) => void
}

/** Walked by key: the places of the pages before are remembered, so that there is a way back. */
function People({ question, place, node, wider, onWider }: PeopleProps) {
  const [before, setBefore] = useState<readonly string[]>([])
  const after = before.at(-1)
  const { data, error, refetch, isPlaceholderData } = useCall(
    peopleAdminCalls.list,
    { ...question, limit: pageSize, ...(after !== undefined && { after }) },
    { keepsPrevious: true },
  )
  const [total, setTotal] = useState<number | null>(null)
  const told = data?.total ?? null
  if (told !== null && told !== total) setTotal(told)

  if (error) return <ErrorState title="人员没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 40)} />
  if (data.items.length === 0)
    return place.name !== "" || place.isAdmin || place.state !== "on" ? (
      <EmptyState
        art="empty"
        title="没有符合条件的人员"
        words="试试换个姓名、拼音，或放宽筛选条件。"
        actions={
          wider && place.name !== "" ? (
            <Button onClick={() => onWider(wider.node)}>在{wider.name}中查找</Button>
          ) : undefined
        }
      />
    ) : (
      <EmptyState art="empty" title="这里还没有人员" words="管理员新增人员后会显示在这里。" />
    )
  const rows = data.items.map((row) => ({
    ...row,
    to: `?${urlOf({ ...place, node, person: row.id }).toString()}`,
  }))
  return (
    <>
      <p className={css.hint} role="status">
        共 {inThousands(total ?? data.items.length)} 人
      </p>
      <DataTable
        label="人员列表"
        columns={
          node.kind === "area" ? [nameColumn, orgColumn, ...columns.slice(1)] : [nameColumn, ...columns]
        }
        rows={rows}
        keyOf={({ id }) => id}
        rowClass={({ isDisabled }) => `${css.row} ${isDisabled ? css.off : ""}`}
        isStale={isPlaceholderData}
      />
      {(before.length > 0 || data.next !== null) && (
        <nav className={css.pager} aria-label="翻页">
          <Button disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            上一页
          </Button>
          <span>第 {before.length + 1} 页</span>
          <Button
            disabled={data.next === null || isPlaceholderData}
            onClick={() => data.next !== null && setBefore([...before, data.next])}
          >
            下一页
          </Button>
        </nav>
      )}
    </>
  )
}
