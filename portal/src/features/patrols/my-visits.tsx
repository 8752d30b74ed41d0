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
import { SecondLine } from "../../ui/data/second-line.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { VisitMark } from "./visit-state.tsx"
import css from "./patrols.module.css"

/** Visits of one time are grouped, in the order of time. */
function byTime(visits: readonly PatrolVisit[]): readonly (readonly [string, readonly PatrolVisit[]])[] {
  const times = new Map<string, PatrolVisit[]>()
  for (const visit of visits) {
    const key = `${visit.dueAt.slice(0, 16)} ${visit.planName ?? ""}`
    times.set(key, [...(times.get(key) ?? []), visit])
  }
  return [...times]
}

const today = "今天 "

/** `08:00`; around midnight some are of the day before or after. */
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
    return <ErrorState title="今天的巡查加载失败" words={messageOf(error)} onRetry={refetch} />
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
      <Stack gap={8} pad={16} surface="sunken">
        <Row wrap justify="between" gap={8}>
          <p>
            {data.visits.every(isOfToday) ? today : "共 "}
            <Number>{data.visits.length}</Number> 个点位，已巡 <Number>{done}</Number> 个
          </p>
          {scan}
        </Row>
        <Progress label="完成情况" value={done} max={data.visits.length} isSunken />
        <Row as="p" gap={6} tone="soft">
          <Icon name="scan" sizePx={16} />
          到达点位后扫描张贴的二维码即可打卡，也可以用手机相机或微信扫码。
        </Row>
      </Stack>
      {byTime(data.visits).map(([key, visits]) => (
        <Stack as="section" key={key} gap={8} aria-label={`${timeOf(visits)} ${visits[0]?.planName ?? ""}`}>
          <Row as="h2" wrap gap={4} columnGap={12} align="baseline" size={16} figures>
            {timeOf(visits)}
            <Text size={14}>{visits[0]?.planName ?? "临时巡查"}</Text>
            <Text size={13} weight={400} tone="faint">
              {visits[0]?.opensAt.slice(11, 16)} – {visits[0]?.closesAt.slice(11, 16)} 内打卡
            </Text>
          </Row>
          <Grid as="ul" leastPx={300} gap={10}>
            {visits.map((visit) => (
              <li key={visit.id}>
                <Row
                  as="button"
                  type="button"
                  gap={12}
                  padX={16}
                  padY={10}
                  surface="card"
                  className={css.visit}
                  onClick={() => onVisit(visit)}
                >
                  <Text grow breaks weight={500}>
                    {visit.pointName}
                    <SecondLine>
                      {visit.placeName ?? "未设置位置"}
                      {visit.walker === null && " · 不限巡查人"}
                    </SecondLine>
                  </Text>
                  <VisitMark state={visit.state} />
                </Row>
              </li>
            ))}
          </Grid>
        </Stack>
      ))}
    </>
  )
}

function Number({ children }: { readonly children: number }) {
  return (
    <Text as="strong" size={18} figures>
      {children}
    </Text>
  )
}
