import { patrolLimits, patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { messageOf } from "../../../platform/http/failure.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { FieldGroup } from "../../../ui/forms/field-group.tsx"
import { SecondLine } from "../../../ui/data/second-line.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "./plans.module.css"

export interface Stop {
  readonly pointId: string
  readonly pointName: string
  readonly personId: string | null
  readonly personName: string | null
}

interface RouteFieldProps {
  readonly route: readonly Stop[]
  readonly problem: string | undefined
  readonly onRoute: (route: readonly Stop[]) => void
}

/** Which points are visited, in which order, and by whom. */
export function RouteField({ route, problem, onRoute }: RouteFieldProps) {
  const { data, error } = useCall(patrolAdminCalls.points, { withDisabled: 0 })
  const chosen = new Set(route.map(({ pointId }) => pointId))
  const left = data?.points.filter(({ id }) => !chosen.has(id)) ?? []

  function move(at: number, by: -1 | 1) {
    const moved = [...route]
    const [stop] = moved.splice(at, 1)
    if (stop) moved.splice(at + by, 0, stop)
    onRoute(moved)
  }

  /** For one stop, or for the whole route. */
  async function chooseWalker(pointId: string | null) {
    const people = await pick("person", { title: "选择巡查人", max: 1 })
    if (!people) return
    const [person] = people
    const walker = { personId: person?.id ?? null, personName: person?.label ?? null }
    onRoute(
      route.map((stop) => (pointId === null || stop.pointId === pointId ? { ...stop, ...walker } : stop)),
    )
  }

  return (
    <FieldGroup isRow isRequired label="路线" problem={problem}>
      <Text tone="soft">{route.length} 个点位</Text>
      {route.length > 1 && (
        <Row end>
          <Button onClick={() => void chooseWalker(null)}>全部指定巡查人</Button>
        </Row>
      )}
      {error && <p role="alert">{messageOf(error)}</p>}
      <ol className={css.stops}>
        {route.map(({ pointId, pointName, personName }, at) => (
          <Row as="li" key={pointId} padY={6} line="bottom">
            <Text grow breaks weight={500}>
              {pointName}
              <SecondLine>
                <button type="button" className={css.walker} onClick={() => void chooseWalker(pointId)}>
                  {personName ?? "不限巡查人"}
                  <span className="only-read-aloud">，更换巡查人</span>
                </button>
              </SecondLine>
            </Text>
            <Button
              look="quiet"
              aria-label={`上移${pointName}`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <Icon name="rise" sizePx={16} />
            </Button>
            <Button
              look="quiet"
              aria-label={`下移${pointName}`}
              disabled={at === route.length - 1}
              onClick={() => move(at, 1)}
            >
              <Icon name="fall" sizePx={16} />
            </Button>
            <Button
              look="quiet"
              aria-label={`移除${pointName}`}
              onClick={() => onRoute(route.filter((stop) => stop.pointId !== pointId))}
            >
              <Icon name="close" sizePx={16} />
            </Button>
          </Row>
        ))}
      </ol>
      {data && data.points.length === 0 && <Text tone="soft">暂无点位，请先在“点位”中新增。</Text>}
      {left.length > 0 && route.length < patrolLimits.route && (
        <Row as="ul" wrap gap={8} className={css.left} aria-label="可加入的点位">
          {left.map(({ id, name }) => (
            <li key={id}>
              <Button
                onClick={() =>
                  onRoute([...route, { pointId: id, pointName: name, personId: null, personName: null }])
                }
              >
                <Icon name="plus" sizePx={14} />
                {name}
              </Button>
            </li>
          ))}
        </Row>
      )}
    </FieldGroup>
  )
}
