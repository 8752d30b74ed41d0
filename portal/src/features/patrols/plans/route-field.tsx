import { patrolLimits, patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { messageOf } from "../../../platform/http/failure.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import css from "../patrols.module.css"
import planning from "./planning.module.css"

export interface Stop {
  readonly pointId: string
  readonly pointName: string
  readonly personId: string | null
  readonly personName: string | null
}

interface RouteFieldProps {
  readonly route: readonly Stop[]
  readonly onRoute: (route: readonly Stop[]) => void
}

/** Which points are visited, in which order, and who walks there. */
export function RouteField({ route, onRoute }: RouteFieldProps) {
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
    <div className={planning.routeField} role="group" aria-label="路线">
      <div className={css.bar}>
        <b>路线</b>
        <span className={css.count}>{route.length} 个点位</span>
        <span className={css.grows} />
        {route.length > 1 && <Button onClick={() => void chooseWalker(null)}>全部指定巡查人</Button>}
      </div>
      {error && <p role="alert">{messageOf(error)}</p>}
      <ol className={planning.stops}>
        {route.map((stop, at) => (
          <li key={stop.pointId}>
            <span className={css.what}>
              <b>{stop.pointName}</b>
              <button type="button" className={css.open} onClick={() => void chooseWalker(stop.pointId)}>
                {stop.personName ?? "任何人可巡"}
                <span className="only-read-aloud">，更换巡查人</span>
              </button>
            </span>
            <button
              type="button"
              aria-label={`上移${stop.pointName}`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <Icon name="rise" sizePx={16} />
            </button>
            <button
              type="button"
              aria-label={`下移${stop.pointName}`}
              disabled={at === route.length - 1}
              onClick={() => move(at, 1)}
            >
              <Icon name="fall" sizePx={16} />
            </button>
            <button
              type="button"
              aria-label={`移除${stop.pointName}`}
              onClick={() => onRoute(route.filter(({ pointId }) => pointId !== stop.pointId))}
            >
              <Icon name="close" sizePx={16} />
            </button>
          </li>
        ))}
      </ol>
      {data && data.points.length === 0 && <p className={css.hint}>还没有点位，请先在“点位”中新增。</p>}
      {left.length > 0 && route.length < patrolLimits.route && (
        <ul className={planning.left} aria-label="可加入的点位">
          {left.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() =>
                  onRoute([...route, { pointId: id, pointName: name, personId: null, personName: null }])
                }
              >
                <Icon name="plus" sizePx={14} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
