import { drillCalls, drillMessages, executionTypes, type LiveDrill } from "@uc/contract/drills/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { useRetryWhileFailing } from "../../platform/http/use-retry-while-failing.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Progress } from "../../ui/layout/progress.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { StaleNote } from "../../ui/data/stale-note.tsx"
import { EndDialog, type Ending } from "./end-dialog.tsx"
import { roundsOf, runningTime, secondsSince, type Round } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"
import { useDrillAction } from "./use-drill-action.ts"
import { useLiveDrills } from "./use-live-drills.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import css from "./drills.module.css"

interface LiveDrillsProps {
  readonly onRecord: (id: string) => void
}

export function LiveDrills({ onRecord }: LiveDrillsProps) {
  const { data, error, dataUpdatedAt, refetch } = useLiveDrills()
  const [ending, setEnding] = useState<Ending | null>(null)
  const file = useExport(drillCalls.exportLive)
  useRetryWhileFailing(error !== null, refetch)

  if (!data) {
    if (error) return <ErrorState title="没能获取正在进行的演练" words={messageOf(error)} onRetry={refetch} />
    return <BarsSkeleton heightsPx={[180, 180]} />
  }
  const heard = { now: data.now, atMs: dataUpdatedAt }
  return (
    <>
      {error && (
        <StaleNote moment={formatMoment(data.now, nowMs(), { withSeconds: true })} onRetry={refetch} />
      )}
      {data.items.length === 0 ? (
        <EmptyState
          art="empty"
          title="现在没有正在进行的演练"
          words="启动后，这里实时显示各单位的确认情况和用时。"
        />
      ) : (
        <>
          <div className={css.bar}>
            <span className={css.count}>{data.total} 个单位正在进行</span>
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
          </div>
          <div className={classes(css.runs, error && css.old)}>
            {roundsOf(data.items).map((round) => (
              <RoundCard key={round.key} round={round} heard={heard} onEnd={setEnding} onRecord={onRecord} />
            ))}
          </div>
        </>
      )}
      {data.total > data.items.length && (
        <p className={css.more}>
          共 {data.total} 个单位正在进行，这里显示最近的 {data.items.length} 个。
        </p>
      )}
      {ending && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

interface RoundCardProps {
  readonly round: Round
  readonly heard: { readonly now: string; readonly atMs: number }
  readonly onEnd: (ending: Ending) => void
  readonly onRecord: (id: string) => void
}

function RoundCard({ round, heard, onEnd, onRecord }: RoundCardProps) {
  const { first, drills, confirmed, people } = round
  const now = useNow()
  const mine = drills.find(({ mayConfirm }) => mayConfirm)
  const isReal = first.zxType === executionTypes.emergency
  const mayEndAll = drills.length > 1 && drills.every(({ mayEnd }) => mayEnd)
  return (
    <article className={classes(css.round, isReal && css.realRound)} aria-label={first.title}>
      <ExecutionMark type={first.zxType} look="band" />
      <div className={css.roundHead}>
        <div>
          <h2>{first.title}</h2>
          <p>
            {formatMoment(first.begunAt, now)} 开始
            {drills.length > 1 ? ` · ${drills.length}个单位` : ` · ${first.orgname}`}
          </p>
        </div>
        <div className={css.clock}>
          <span role="timer" aria-label="已进行">
            {runningTime(secondsSince(first.begunAt, heard, now))}
          </span>
          <small>已进行</small>
        </div>
      </div>
      <Confirmed confirmed={confirmed} people={people} label="确认情况" />
      {mine && <OwnConfirmation drill={mine} />}
      <ul className={css.orgs} aria-label="参加单位">
        {drills.map((drill) => (
          <li key={drill.id}>
            {drills.length > 1 && (
              <>
                <span className={css.orgname}>{drill.orgname}</span>
                <Confirmed confirmed={drill.confirmed} people={drill.people} label={drill.orgname} isSmall />
              </>
            )}
            <span className={css.acts}>
              <Button aria-label={`${drill.orgname}的详情`} onClick={() => onRecord(drill.id)}>
                详情
              </Button>
              {drill.mayEnd && (
                <Button aria-label={`结束${drill.orgname}`} onClick={() => onEnd({ one: drill })}>
                  结束
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {mayEndAll && round.round !== null && (
        <div className={css.roundFoot}>
          <Button onClick={() => onEnd({ all: { ...round, round: round.round ?? "" } })}>结束全部单位</Button>
        </div>
      )}
    </article>
  )
}

function Confirmed({
  confirmed,
  people,
  label,
  isSmall = false,
}: {
  readonly confirmed: number
  readonly people: number
  readonly label: string
  readonly isSmall?: boolean
}) {
  return (
    <div className={classes(css.confirmed, isSmall && css.small)}>
      <Progress label={label} value={confirmed} max={people} />
      <span>
        {isSmall ? "" : "已确认 "}
        <strong>{confirmed}</strong> / {people} 人
      </span>
    </div>
  )
}

/** For the people of the organisation: pressed once, told for ever. */
function OwnConfirmation({ drill }: { readonly drill: LiveDrill }) {
  const { act, isBusy, problem } = useDrillAction()
  if (drill.isConfirmedByMe)
    return (
      <p className={css.own}>
        <Tag tone="done" icon="done">
          您已确认
        </Tag>
      </p>
    )
  return (
    <div className={css.own}>
      <Button
        look="primary"
        size="large"
        aria-busy={isBusy}
        onClick={() =>
          void act(drillCalls.confirm, { id: drill.id }).then(
            (done) => done && showToast("success", drillMessages.confirmed),
          )
        }
      >
        <Icon name="check" />
        我已收到，确认
      </Button>
      {problem && (
        <span className={css.problem} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
