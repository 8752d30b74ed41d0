import { Toast } from "@base-ui/react/toast"
import { useId, useState } from "react"
import { PeopleTable } from "../page/people-table.tsx"
import { usePageState } from "../page/page-state.ts"
import { rowActions, schools } from "../page/people.ts"
import { Actions, Choice, Day } from "./controls.tsx"
import css from "./controls.module.css"
import { PersonDialog } from "./person-dialog.tsx"
import { Tick } from "./tick.tsx"

const choices = [["", "全部"], ...schools] as const

export default function BaseUiPage() {
  return (
    <Toast.Provider timeout={0}>
      <People />
      <Toast.Portal>
        <Toast.Viewport className={css.toasts}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={css.toast}>
      <Toast.Content className={css.toast}>
        <Toast.Title />
        <Toast.Close className={css.quiet} aria-label="关闭消息">
          ✕
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

function People() {
  const id = useId()
  const { filters, rows, change, pick, save } = usePageState()
  const [isAdding, setAdding] = useState(false)
  const { add } = Toast.useToastManager()
  const tell = (title: string) => void add({ title })
  return (
    <>
      <h1>人员名单</h1>
      <div className="bar" role="search">
        <div data-part="name">
          <label htmlFor={`${id}-name`}>姓名 </label>
          <input
            id={`${id}-name`}
            className={css.box}
            value={filters.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </div>
        <div data-part="school">
          <Choice
            label="学校"
            placeholder="全部"
            value={filters.school}
            choices={choices}
            onChange={(school) => change({ school })}
          />
        </div>
        <div data-part="from">
          <Day id={`${id}-from`} label="从" value={filters.from} onChange={(from) => change({ from })} />
        </div>
        <div data-part="to">
          <Day id={`${id}-to`} label="到" value={filters.to} onChange={(to) => change({ to })} />
        </div>
        <div data-part="active">
          <Tick
            label="只看在职"
            isOn={filters.isActiveOnly}
            onChange={(isActiveOnly) => change({ isActiveOnly })}
          />
        </div>
        <button type="button" data-part="add" onClick={() => setAdding(true)}>
          新建
        </button>
      </div>
      <PeopleTable
        rows={rows}
        renderMenu={({ name }) => (
          <div data-part="menu">
            <Actions label={`${name}的操作`} actions={rowActions} onPick={pick}>
              ⋯
            </Actions>
          </div>
        )}
      />
      <PersonDialog
        isOpen={isAdding}
        onTell={tell}
        onSave={(draft) => {
          save(draft)
          setAdding(false)
          tell("已保存")
        }}
        onClose={() => setAdding(false)}
      />
    </>
  )
}
