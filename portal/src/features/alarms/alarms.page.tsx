import { alarmCalls, warningMessageByCall } from "@uc/contract/alarms/calls"
import { alarmLimits, alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { admintypes, usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { Link } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useUser } from "../../platform/session/session.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { useRetryWhileFailing } from "../../platform/http/use-retry-while-failing.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { KeyPager } from "../../ui/data/key-pager.tsx"
import { momentAt, formatMoment } from "../../ui/format/moment-in-words.ts"
import { Page } from "../../ui/layout/page.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { StaleNote } from "../../ui/data/stale-note.tsx"
import { AlarmDrawer } from "./alarm-drawer.tsx"
import { AlarmFilters } from "./alarm-filters.tsx"
import { filtersOf, isFiltered } from "./alarm-filters-url.ts"
import { AlarmTable } from "./alarm-table.tsx"
import { AlarmTiles } from "./alarm-tiles.tsx"
import { useAlarmFilters } from "./use-alarm-filters.ts"
import css from "./alarms.module.css"

const pulseMs = 15_000
const pageSize = 20

export function Component() {
  const user = useUser()
  return user && <Alarms user={user} />
}

function Alarms({ user }: { readonly user: CurrentUser }) {
  const { place, onFilter, onReset, onPage, onClose, urlOf } = useAlarmFilters()
  const filters = filtersOf(place, nowMs())
  const list = useCall(
    alarmCalls.list,
    {
      ...filters,
      limit: pageSize,
      ...(place.before && { before: place.before }),
      ...(place.after && { after: place.after }),
    },
    { keepsPrevious: true },
  )
  const file = useExport(alarmAdminCalls.exportList)
  const first = list.isPlaceholderData ? undefined : list.data?.first
  const counts = useCall(
    alarmAdminCalls.pulse,
    { ...filters, ...(first && { after: first }) },
    { keepsPrevious: true, everyMs: pulseMs },
  )
  const pulse = counts.data
  const lost = [list, counts].filter(({ error }) => error !== null)
  const askAgain = () => Promise.all(lost.map(({ refetch }) => refetch()))
  useRetryWhileFailing(lost.length > 0, askAgain)
  // Of a page that is only kept until the next one comes, nobody says when it was heard.
  const heardMs = [list, counts].map(({ dataUpdatedAt }) => dataUpdatedAt).filter((ms) => ms > 0)
  const isFirstPage = place.before === "" && place.after === ""

  async function showFresh() {
    if (isFirstPage) await list.refetch()
    else onPage({ before: "", after: "" })
  }

  return (
    <Page
      title="预警处置"
      words="谁确认、谁处置、何时办结，都有记录；超时无人处理的预警会上报到所属教育局。"
      actions={
        <>
          <ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />
          {user.admintype !== admintypes.none && (
            <Link to="/main/alarmSources" className={buttonClass()}>
              预警来源
            </Link>
          )}
        </>
      }
    >
      {lost.length > 0 && list.data && heardMs.length > 0 && (
        <StaleNote
          moment={formatMoment(momentAt(Math.min(...heardMs)), nowMs(), { withSeconds: true })}
          onRetry={askAgain}
        />
      )}
      <AlarmTiles
        isBureau={user.usertype === usertypes.bureau}
        pulse={pulse}
        place={place}
        onFilter={onFilter}
      />
      <section className={css.card} aria-label="预警">
        <AlarmFilters user={user} place={place} onFilter={onFilter} onReset={onReset} />
        <div role="status">
          {isFirstPage && pulse !== undefined && pulse.fresh > 0 && (
            <button type="button" className={css.fresh} onClick={() => void showFresh()}>
              <Icon name="alarm" sizePx={16} />
              {formatFreshness(pulse.fresh)}，点击查看
            </button>
          )}
        </div>
        <Listed list={list} isNarrow={isFiltered(place)} urlOf={urlOf} onReset={onReset} />
        {list.data && <KeyPager newer={list.data.newer} older={list.data.older} onPage={onPage} />}
      </section>
      {place.alarm !== "" && (
        <AlarmDrawer key={place.alarm} uuid={place.alarm} user={user} onClose={onClose} />
      )}
    </Page>
  )
}

function formatFreshness(fresh: number): string {
  return fresh >= alarmLimits.fresh ? `有 ${alarmLimits.fresh} 条以上新预警` : `有 ${fresh} 条新预警`
}

interface ListedProps {
  readonly list: ReturnType<typeof useCall<typeof alarmCalls.list>>
  readonly isNarrow: boolean
  readonly urlOf: (uuid: string) => string
  readonly onReset: () => void
}

/** The four faces of the list. */
function Listed({
  list: { data, error, isPlaceholderData, refetch },
  isNarrow,
  urlOf,
  onReset,
}: ListedProps) {
  // What was there before stays, under a note that says of when it is.
  if (error && !data)
    return (
      <ErrorState title={warningMessageByCall["alarms.list"]} words={messageOf(error)} onRetry={refetch} />
    )
  if (!data) return <BarsSkeleton heightsPx={Array.from({ length: 8 }, () => 40)} />
  if (data.items.length > 0) return <AlarmTable rows={data.items} isStale={isPlaceholderData} urlOf={urlOf} />
  return isNarrow ? (
    <EmptyState
      art="empty"
      title="没有符合条件的预警"
      words="试试放宽时间、状态或其他筛选条件。"
      actions={<Button onClick={onReset}>重置筛选</Button>}
    />
  ) : (
    <EmptyState
      art="empty"
      title="当前没有未办结的预警"
      words="新的预警会出现在这里；已办结的可在“状态”中查看。"
    />
  )
}
