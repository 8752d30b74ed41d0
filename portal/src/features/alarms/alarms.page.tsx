import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import {
  alarmLimits,
  alarmAdminCalls,
  alarmStates,
  type AlarmPage,
  type ListedAlarm,
} from "@uc/contract/alarms/admin-calls"
import { levelColour } from "@uc/contract/alarms/level-colours"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { Link } from "../../ui/navigation/link.tsx"
import { List } from "../../page-kit/list/list.tsx"
import { useChosenRows } from "../../page-kit/bulk/use-chosen-rows.ts"
import { usePageSize } from "../../page-kit/list/use-page-size.ts"
import { isFirstPage, pageInput, type Paging } from "../../page-kit/list/paging.tsx"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { useUser } from "../../platform/session/session.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useRetryWhileFailing } from "../../platform/http/use-retry-while-failing.ts"
import { useCodes } from "../dictionary/public.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { momentAt, formatMoment } from "../../ui/format/moment-in-words.ts"
import { Page, Sheet } from "../../ui/layout/page.tsx"
import { levelStripe } from "../../ui/marks/level-mark.tsx"
import { StaleNote } from "../../ui/data/stale-note.tsx"
import { AcknowledgeChosen, nameOfAlarm } from "./acknowledge-chosen.tsx"
import { alarmColumns } from "./alarm-columns.tsx"
import { AlarmDrawer } from "./alarm-drawer.tsx"
import { alarmFilters, inputOf, type AlarmFilterState } from "./alarm-filters.ts"
import { stateWords } from "./alarm-labels.ts"
import { AlarmTiles } from "./alarm-tiles.tsx"
import { useRefreshedAlarms } from "./use-refreshed-alarms.ts"
import { useAlarmFields } from "./use-alarm-fields.tsx"
import css from "./alarms.module.css"

const label = "预警列表"
const pulseMs = 15_000

const paging: Paging<AlarmFilterState, AlarmPage> = {
  by: "keys",
  before: "before",
  after: "after",
  size: 20,
  newerOf: ({ newer }) => newer,
  olderOf: ({ older }) => older,
}

export function Component() {
  const user = useUser()
  return user && <Alarms user={user} />
}

function Alarms({ user }: { readonly user: CurrentUser }) {
  const url = useUrlFilters(alarmFilters)
  const fields = useAlarmFields(user, url)
  const { wordOf } = useCodes("alarmState", alarmStates)
  const input = inputOf(url.state)
  const { sort } = url.state
  const { paging: sized } = usePageSize(label, alarmCalls.list, paging)
  const chosen = useChosenRows<ListedAlarm>({
    keyOf: ({ uuid }) => uuid,
    nameOf: nameOfAlarm,
    isSelectable: ({ state }) => state === "open",
    allWords: "选择本页待确认的预警",
  })
  // The same call as the list's own: made once.
  const list = useCall(
    alarmCalls.list,
    { ...input, ...(sort !== "" && { sort }), ...pageInput(sized, url.state) },
    { keepsPrevious: true },
  )
  const first = list.isPlaceholderData ? undefined : list.data?.first
  const counts = useCall(
    alarmAdminCalls.pulse,
    { ...input, ...(first && { after: first }) },
    { keepsPrevious: true, everyMs: pulseMs },
  )
  const pulse = counts.data
  // Counted from another place, or from none while the list is loading, it says nothing about the rows that are shown.
  const isOfList = list.data !== undefined && !list.isPlaceholderData && !counts.isPlaceholderData
  const fresh = isOfList && sort === "" && isFirstPage(paging, url.state) ? (pulse?.fresh ?? 0) : 0
  const lost = [list, counts].filter(({ error }) => error !== null)
  const askAgain = () => Promise.all(lost.map(({ refetch }) => refetch()))
  useRetryWhileFailing(lost.length > 0, askAgain)
  // The time of an earlier page that is still shown says nothing about this one.
  const answeredMs = [list, counts].map(({ dataUpdatedAt }) => dataUpdatedAt).filter((ms) => ms > 0)

  useRefreshedAlarms({ ...input, ...(sort !== "" && { sort }), ...pageInput(sized, url.state) }, pulse)

  const chosenAlarms = ({ items }: AlarmPage) => (
    <AcknowledgeChosen
      rows={chosen.chosenOf(items)}
      mustAsk={!holds(user, "alarms.manage")}
      onNone={chosen.onNone}
    />
  )

  return (
    <Page
      title="预警处置"
      words="谁确认、谁处置、何时办结，都有记录；超时无人处理的预警会上报到所属教育局。"
      actions={
        holds(user, "alarmSources.manage") && (
          <Link to="/main/alarmSources" className={buttonClass()}>
            预警来源
          </Link>
        )
      }
    >
      {lost.length > 0 && list.data && answeredMs.length > 0 && (
        <StaleNote
          moment={formatMoment(momentAt(Math.min(...answeredMs)), nowMs(), { withSeconds: true })}
          onRetry={askAgain}
        />
      )}
      <AlarmTiles
        isBureau={user.usertype === usertypes.bureau}
        pulse={pulse}
        place={url.state}
        onFilter={url.narrow}
      />
      <Sheet>
        <div>
          <div role="status">
            {fresh > 0 && (
              <Button className={css.fresh} onClick={() => void list.refetch()}>
                <Icon name="alarm" sizePx={16} />
                {formatFreshness(fresh)}，点击查看
              </Button>
            )}
          </div>
          <List
            label={label}
            what="预警"
            url={url}
            fields={fields}
            call={alarmCalls.list}
            input={input}
            file={alarmAdminCalls.exportList}
            rowsOf={({ items }) => items}
            keyOf={({ uuid }) => uuid}
            columns={alarmColumns((alarm) => url.addressWith({ alarm }), stateWords(user, wordOf))}
            paging={paging}
            rowClass={({ level, alarm_level_name: name }) => levelStripe(levelColour(level, name))}
            selection={user.isParent ? undefined : chosen.selection}
            summary={chosenAlarms}
            failedTitle={warningMessageByCall["alarms.list"]}
            keepsOld
            empty={{
              title: "当前没有未办结的预警",
              words: "新的预警会出现在这里；已办结的可在“状态”中查看。",
            }}
          />
        </div>
      </Sheet>
      {url.state.alarm !== "" && (
        <AlarmDrawer
          key={url.state.alarm}
          uuid={url.state.alarm}
          user={user}
          onClose={() => url.replace({ alarm: "" })}
        />
      )}
    </Page>
  )
}

function formatFreshness(fresh: number): string {
  return fresh >= alarmLimits.fresh ? `有 ${alarmLimits.fresh} 条以上新预警` : `有 ${fresh} 条新预警`
}
