import { PeopleTable } from "../page/people-table.tsx"
import { usePageState } from "../page/page-state.ts"

/** What the others are measured against: the same table and plain boxes, nothing that opens. */
export default function BarePage() {
  const { filters, rows, change } = usePageState()
  return (
    <>
      <h1>人员名单</h1>
      <div className="bar" role="search">
        <label>
          姓名 <input value={filters.name} onChange={({ target }) => change({ name: target.value })} />
        </label>
        <label>
          学校 <input value={filters.school} onChange={({ target }) => change({ school: target.value })} />
        </label>
        <label>
          从 <input value={filters.from} onChange={({ target }) => change({ from: target.value })} />
        </label>
        <label>
          到 <input value={filters.to} onChange={({ target }) => change({ to: target.value })} />
        </label>
        <button type="button">新建</button>
      </div>
      <PeopleTable rows={rows} renderMenu={() => <button type="button">更多</button>} />
    </>
  )
}
