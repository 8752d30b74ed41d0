import { patrolAdminCalls, type PatrolVisit } from "@uc/contract/patrols/admin-calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Progress } from "../../ui/layout/progress.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { VisitMark } from "./visit-state.tsx"
import css from "./patrols.module.css"
import scanning from "./scan.module.css"

/** The visits of one time stand together, in the order of time. */
function byTime(visits: readonly PatrolVisit[]): readonly (readonly [string, readonly PatrolVisit[]])[] {
  const times = new Map<string, PatrolVisit[]>()
  for (const visit of visits) {
    const key = `${visit.dueAt.slice(0, 16)} ${visit.planName ?? ""}`
    times.set(key, [...(times.get(key) ?? []), visit])
  }
  return [...times]
}

const today = "今天 "

/** `08:00`; around midnight some are of the day before, or of the day to come. */
function timeOf([first]: readonly PatrolVisit[]): string {
  return formatMoment(first?.dueAt ?? "", nowMs()).replace(today, "")
}

function isOfToday({ dueAt }: PatrolVisit): boolean {
  return formatMoment(dueAt, nowMs()).startsWith(today)
}

interface MyVisitsProps {
  readonly onVisit: (visit: PatrolVisit) => void
  readonly onScan: () => void
}

export function MyVisits({ onVisit, onScan }: MyVisitsProps) {
  const { data, error, refetch } = useCall(patrolAdminCalls.mine, {}, { everyMs: 60_000 })
  if (error && !data)
    return <ErrorState title="今天的巡查没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[56, 72, 72, 72]} />
  const scan = (
    <Button look="primary" onClick={onScan}>
      <Icon name="scan" sizePx={16} />
      扫码打卡
    </Button>
  )
  if (data.visits.length === 0)
    return (
      <EmptyState
        art="empty"
        title="今天没有您的巡查"
        words="管理员在计划中安排给您的点位会出现在这里。"
        actions={scan}
      />
    )
  const done = data.visits.filter(({ state }) => state === "normal" || state === "problem").length
  return (
    <>
      <div className={css.today}>
        <div className={scanning.bar}>
          <p>
            {data.visits.every(isOfToday) ? today : "共 "}
            <strong>{data.visits.length}</strong> 个点位，已巡 <strong>{done}</strong> 个
          </p>
          {scan}
        </div>
        <Progress label="完成情况" value={done} max={data.visits.length} isSunken />
        <p className={css.hint}>
          <Icon name="scan" sizePx={16} />
          到达点位后扫描张贴的二维码即可打卡，也可以用手机相机或微信扫码。
        </p>
      </div>
      {byTime(data.visits).map(([key, visits]) => (
        <section key={key} className={css.slot} aria-label={`${timeOf(visits)} ${visits[0]?.planName ?? ""}`}>
          <h2>
            {timeOf(visits)}
            <span>{visits[0]?.planName ?? "临时巡查"}</span>
            <small>
              {visits[0]?.opensAt.slice(11, 16)} – {visits[0]?.closesAt.slice(11, 16)} 内打卡
            </small>
          </h2>
          <ul className={css.visits}>
            {visits.map((visit) => (
              <li key={visit.id}>
                <button type="button" onClick={() => onVisit(visit)}>
                  <span className={css.what}>
                    <b>{visit.pointName}</b>
                    <small>
                      {visit.placeName ?? "未设置位置"}
                      {visit.walker === null && " · 任何人可巡"}
                    </small>
                  </span>
                  <VisitMark state={visit.state} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
