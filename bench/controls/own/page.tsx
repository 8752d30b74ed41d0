import { useState } from "react"
import { Button } from "../../../portal/src/ui/forms/button.tsx"
import { Tick } from "../../../portal/src/ui/forms/form-fields.tsx"
import { Icon } from "../../../portal/src/ui/navigation/icon.tsx"
import { PopupMenu } from "../../../portal/src/ui/overlays/popup-menu.tsx"
import { SearchBox } from "../../../portal/src/ui/forms/filters/search-box.tsx"
import { ToastHost, type ShownToast } from "../../../portal/src/ui/feedback/toast-host.tsx"
import { PeopleTable } from "../page/people-table.tsx"
import { usePageState } from "../page/page-state.ts"
import { rowActions, schools } from "../page/people.ts"
import { DayFilter } from "../../../portal/src/ui/forms/filters/day-filter.tsx"
import { ChoiceFilter } from "../../../portal/src/ui/forms/filters/choice-filter.tsx"
import { PersonDialog } from "./person-dialog.tsx"

const choices = [["", "全部"], ...schools] as const

/** The page on the portal's own controls. */
export default function OwnPage() {
  const { filters, rows, change, pick, save } = usePageState()
  const [isAdding, setAdding] = useState(false)
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const tell = (text: string) =>
    setToasts((before) => [...before, { id: before.length, kind: "success", text }])
  return (
    <>
      <h1>人员名单</h1>
      <div className="bar" role="search">
        <div data-part="name">
          <SearchBox
            label="姓名"
            placeholder="姓名"
            value={filters.name}
            onChange={(name) => change({ name })}
          />
        </div>
        <div data-part="school">
          <ChoiceFilter
            label="学校"
            value={filters.school}
            choices={choices}
            onChange={(school) => change({ school })}
          />
        </div>
        <div data-part="from">
          <DayFilter label="从" value={filters.from} onChange={(from) => change({ from })} />
        </div>
        <div data-part="to">
          <DayFilter label="到" value={filters.to} onChange={(to) => change({ to })} />
        </div>
        <div data-part="active">
          <Tick
            label="只看在职"
            value={filters.isActiveOnly}
            onValue={(isActiveOnly) => change({ isActiveOnly })}
          />
        </div>
        <Button look="primary" data-part="add" onClick={() => setAdding(true)}>
          新建
        </Button>
      </div>
      <PeopleTable
        rows={rows}
        renderMenu={({ name }) => (
          <div data-part="menu">
            <PopupMenu
              label={`${name}的操作`}
              entries={rowActions.map(([key, label]) => ({
                key,
                label,
                icon: "page",
                onPick: () => pick(key),
              }))}
            >
              <Icon name="menu" />
            </PopupMenu>
          </div>
        )}
      />
      {isAdding && (
        <PersonDialog
          onTell={tell}
          onSave={(draft) => {
            save(draft)
            setAdding(false)
            tell("已保存")
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <ToastHost
        toasts={toasts}
        onClose={(closed) => setToasts((before) => before.filter((toast) => toast.id !== closed))}
      />
    </>
  )
}
