import { App, Button, Checkbox, ConfigProvider, DatePicker, Dropdown, Input, Select } from "antd"
import zhCN from "antd/locale/zh_CN"
import dayjs from "dayjs"
import "dayjs/locale/zh-cn"
import { useState } from "react"
import { themes } from "../../../portal/src/ui/theme/theme.ts"
import { PeopleTable } from "../page/people-table.tsx"
import { usePageState } from "../page/page-state.ts"
import { rowActions, schools } from "../page/people.ts"
import { PersonDialog } from "./person-dialog.tsx"

const theme = {
  token: { colorPrimary: themes.light.brandFill, colorTextPlaceholder: themes.light.textFaint },
}
const options = [["", "全部"] as const, ...schools].map(([value, label]) => ({ value, label }))
const dayOf = (iso: string) => (iso === "" ? null : dayjs(iso))

export default function AntdPage() {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <App component={false}>
        <People />
      </App>
    </ConfigProvider>
  )
}

function People() {
  const { filters, rows, change, pick, save } = usePageState()
  const [isAdding, setAdding] = useState(false)
  const { notification } = App.useApp()
  const tell = (title: string) => notification.success({ title, duration: false, role: "status" })
  return (
    <>
      <h1>人员名单</h1>
      <div className="bar" role="search">
        <div data-part="name">
          <label htmlFor="name">姓名 </label>
          <Input
            id="name"
            allowClear
            style={{ width: 160 }}
            value={filters.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </div>
        <div data-part="school">
          <label htmlFor="school">学校 </label>
          <Select
            id="school"
            showSearch={{ optionFilterProp: "label" }}
            style={{ width: 180 }}
            options={options}
            value={filters.school}
            onChange={(school) => change({ school })}
          />
        </div>
        <div data-part="days">
          <label htmlFor="from">日期 </label>
          <DatePicker.RangePicker
            id={{ start: "from", end: "to" }}
            allowEmpty
            value={[dayOf(filters.from), dayOf(filters.to)]}
            onChange={(days) =>
              change({
                from: days?.[0]?.format("YYYY-MM-DD") ?? "",
                to: days?.[1]?.format("YYYY-MM-DD") ?? "",
              })
            }
          />
        </div>
        <div data-part="active">
          <Checkbox
            checked={filters.isActiveOnly}
            onChange={({ target }) => change({ isActiveOnly: target.checked })}
          >
            只看在职
          </Checkbox>
        </div>
        <Button type="primary" data-part="add" onClick={() => setAdding(true)}>
          新建
        </Button>
      </div>
      <PeopleTable
        rows={rows}
        renderMenu={({ name }) => (
          <div data-part="menu">
            <Dropdown
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the menu takes the keys when it opens
              autoFocus
              trigger={["click"]}
              menu={{
                items: rowActions.map(([key, label]) => ({ key, label })),
                onClick: ({ key }) => pick(key),
              }}
            >
              <Button type="text" aria-label={`${name}的操作`}>
                ⋯
              </Button>
            </Dropdown>
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
