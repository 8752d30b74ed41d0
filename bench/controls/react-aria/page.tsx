import { useState } from "react"
import { Button } from "react-aria-components/Button"
import { Checkbox } from "react-aria-components/Checkbox"
import { DateRangePicker } from "react-aria-components/DateRangePicker"
import { Dialog } from "react-aria-components/Dialog"
import { Group } from "react-aria-components/Group"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { Popover } from "react-aria-components/Popover"
import { RangeCalendar } from "react-aria-components/RangeCalendar"
import { Text } from "react-aria-components/Text"
import { TextField } from "react-aria-components/TextField"
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast"
import { PeopleTable } from "../page/people-table.tsx"
import { usePageState } from "../page/page-state.ts"
import { rowActions, schools } from "../page/people.ts"
import { Actions, Choice, dateOf, Month, Segments } from "./controls.tsx"
import css from "./controls.module.css"
import { PersonDialog } from "./person-dialog.tsx"

const choices = [["all", "全部"], ...schools] as const
const toasts = new ToastQueue<string>()

export default function ReactAriaPage() {
  const { filters, rows, change, pick, save } = usePageState()
  const [isAdding, setAdding] = useState(false)
  const [from, to] = [dateOf(filters.from), dateOf(filters.to)]
  return (
    <I18nProvider locale="zh-CN">
      <h1>人员名单</h1>
      <div className="bar" role="search">
        <TextField
          data-part="name"
          className={css.field ?? ""}
          value={filters.name}
          onChange={(name) => change({ name })}
        >
          <Label>姓名</Label>
          <Input className={css.box ?? ""} />
        </TextField>
        <div data-part="school">
          <Choice
            label="学校"
            placeholder="全部"
            value={filters.school}
            choices={choices}
            onChange={(school) => change({ school: school === "all" ? "" : school })}
          />
        </div>
        <DateRangePicker
          data-part="days"
          className={css.field ?? ""}
          shouldForceLeadingZeros
          value={from && to ? { start: from, end: to } : null}
          onChange={(days) => change({ from: days?.start.toString() ?? "", to: days?.end.toString() ?? "" })}
        >
          <Label>日期</Label>
          <Group className={css.box ?? ""}>
            <Segments slot="start" />
            <span aria-hidden="true">–</span>
            <Segments slot="end" />
            <Button className={css.quiet ?? ""}>▦</Button>
          </Group>
          <Popover className={css.popup ?? ""}>
            <Dialog>
              <RangeCalendar>
                <Month />
              </RangeCalendar>
            </Dialog>
          </Popover>
        </DateRangePicker>
        <div data-part="active">
          <Checkbox
            className={css.tick ?? ""}
            isSelected={filters.isActiveOnly}
            onChange={(isActiveOnly) => change({ isActiveOnly })}
          >
            <span className={css.mark}>✓</span>
            只看在职
          </Checkbox>
        </div>
        <Button data-part="add" onPress={() => setAdding(true)}>
          新建
        </Button>
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
        onTell={(words) => toasts.add(words)}
        onSave={(draft) => {
          save(draft)
          setAdding(false)
          toasts.add("已保存")
        }}
        onClose={() => setAdding(false)}
      />
      <ToastRegion queue={toasts} className={css.toasts ?? ""}>
        {({ toast }) => (
          <Toast toast={toast} className={css.toast ?? ""}>
            <ToastContent>
              <Text slot="title">{toast.content}</Text>
            </ToastContent>
            <Button slot="close" className={css.quiet ?? ""} aria-label="关闭消息">
              ✕
            </Button>
          </Toast>
        )}
      </ToastRegion>
    </I18nProvider>
  )
}
