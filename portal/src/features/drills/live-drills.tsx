import { awarenessMessages } from "@uc/contract/awareness/told"
import { drillCalls, drillMessages, executionTypes, type LiveDrill } from "@uc/contract/drills/calls"
import { useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { useRetryWhileFailing } from "../../platform/http/use-retry-while-failing.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Progress } from "../../ui/layout/progress.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { StaleNote } from "../../ui/data/stale-note.tsx"
import { ListExport } from "../../page-kit/list/list-export.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { EndDialog, type Ending } from "./end-dialog.tsx"
import { roundsOf, runningTime, secondsSince, type Round } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"
import { useDrillAction } from "./use-drill-action.ts"
import { useLiveDrills } from "./use-live-drills.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Toolbar } from "../../ui/primitives/toolbar.tsx"
import css from "./drills.module.css"

interface LiveDrillsProps {
  readonly onRecord: (id: string) => void
}

export function LiveDrills({ onRecord }: LiveDrillsProps) {
  const { data, error, dataUpdatedAt, refetch } = useLiveDrills()
  const [ending, setEnding] = useState<Ending | null>(null)
  useRetryWhileFailing(error !== null, refetch)

  if (!data) {
    if (error) return <ErrorState title="进行中的演练加载失败" words={messageOf(error)} onRetry={refetch} />
    return <BarsSkeleton heightsPx={[180, 180]} />
  }
  const answered = { now: data.now, atMs: dataUpdatedAt }
  return (
    <>
      {error && (
        <StaleNote moment={formatMoment(data.now, nowMs(), { withSeconds: true })} onRetry={refetch} />
      )}
      {data.items.length === 0 ? (
        <EmptyState
          art="empty"
          title="当前没有进行中的演练"
          words="启动后，这里实时显示各单位的确认情况和用时。"
        />
      ) : (
        <>
          <Toolbar>
            <Text grow tone="soft">
              {data.total} 项正在进行
            </Text>
            <ListExport call={drillCalls.exportLive} input={{}} />
          </Toolbar>
          <Grid leastPx={440} gap={16} align="start" className={error ? css.old : undefined}>
            {roundsOf(data.items).map((round) => (
              <RoundCard
                key={round.key}
                round={round}
                answered={answered}
                onEnd={setEnding}
                onRecord={onRecord}
              />
            ))}
          </Grid>
        </>
      )}
      {data.total > data.items.length && (
        <Text as="p" tone="faint">
          共 {data.total} 项正在进行，这里显示最近的 {data.items.length} 项。
        </Text>
      )}
      {ending && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

interface RoundCardProps {
  readonly round: Round
  readonly answered: { readonly now: string; readonly atMs: number }
  readonly onEnd: (ending: Ending) => void
  readonly onRecord: (id: string) => void
}

function RoundCard({ round, answered, onEnd, onRecord }: RoundCardProps) {
  const { first, drills, confirmed, people } = round
  const now = useNow()
  const mine = drills.find(({ mayConfirm }) => mayConfirm)
  const isReal = first.zxType === executionTypes.emergency
  const mayEndAll = drills.length > 1 && drills.every(({ mayEnd }) => mayEnd)
  return (
    <Stack
      as="article"
      gap={12}
      surface="card"
      className={classes(css.round, isReal && css.realRound)}
      aria-label={first.title}
    >
      <ExecutionMark type={first.zxType} look="band" />
      <Row gap={16} align="start" padX={16}>
        <Text as="div" grow>
          <Text as="h2" size={16} breaks>
            {first.title}
          </Text>
          <Text as="p" tone="soft">
            {formatMoment(first.begunAt, now)} 开始
            {drills.length > 1 ? ` · ${drills.length}个单位` : ` · ${first.orgname}`}
          </Text>
        </Text>
        <Text as="div" rigid centred>
          <Text role="timer" size={24} weight={600} figures aria-label="已进行">
            {runningTime(secondsSince(first.begunAt, answered, now))}
          </Text>
          <SecondLine>已进行</SecondLine>
        </Text>
      </Row>
      <Stack gap={6} padX={16} figures>
        <Confirmed confirmed={confirmed} people={people} label="确认情况" />
      </Stack>
      {mine && <OwnConfirmation drill={mine} />}
      <Text as="ul" padX={16} className={css.orgs} aria-label="参加单位">
        {drills.map((drill) => (
          <Row as="li" key={drill.id} wrap gap={8} columnGap={12} padY={8} line="top">
            {drills.length > 1 && (
              <>
                <Text grow breaks>
                  {drill.orgname}
                </Text>
                <Row gap={6} grow size={13} figures>
                  <Confirmed
                    confirmed={drill.confirmed}
                    people={drill.people}
                    label={drill.orgname}
                    isSmall
                  />
                </Row>
              </>
            )}
            <Row gap={8}>
              <Button aria-label={`${drill.orgname}的详情`} onClick={() => onRecord(drill.id)}>
                详情
              </Button>
              {drill.mayEnd && (
                <Button aria-label={`结束${drill.orgname}`} onClick={() => onEnd({ one: drill })}>
                  结束
                </Button>
              )}
            </Row>
          </Row>
        ))}
      </Text>
      {mayEndAll && round.round !== null && (
        <Row justify="end" padX={16} onPhone="fill">
          <Button onClick={() => onEnd({ all: { ...round, round: round.round ?? "" } })}>结束全部单位</Button>
        </Row>
      )}
    </Stack>
  )
}

interface ConfirmedProps {
  readonly confirmed: number
  readonly people: number
  readonly label: string
  readonly isSmall?: boolean
}

function Confirmed({ confirmed, people, label, isSmall = false }: ConfirmedProps) {
  return (
    <>
      <Progress label={label} value={confirmed} max={people} />
      <Text rigid>
        {isSmall ? "" : "已确认 "}
        <strong>{inThousands(confirmed)}</strong> / {inThousands(people)} 人
      </Text>
    </>
  )
}

/** For the people of the organisation: it can be pressed once. */
function OwnConfirmation({ drill }: { readonly drill: LiveDrill }) {
  const { act, isBusy, problem } = useDrillAction()
  if (drill.isConfirmedByMe)
    return (
      <Row as="p" padX={16}>
        <Tag tone="done" icon="done">
          您已确认
        </Tag>
      </Row>
    )
  return (
    <Stack gap={8} padX={16}>
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
        {awarenessMessages.known}
      </Button>
      {problem && (
        <Text tone="danger" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
