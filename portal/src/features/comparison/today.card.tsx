import { inThousands } from "@uc/contract/thousands"
import { comparisonCalls, type ComparedCode, type ComparedNumber } from "@uc/contract/comparison"
import { admintypes, type CurrentUser } from "@uc/contract/session"
import { Link } from "react-router"
import { nowMs } from "../../platform/clock.ts"
import { audiences, homeCard, type CardContent } from "../../platform/home-card.ts"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { momentAt } from "../../ui/moment-in-words.ts"
import { SmallFace } from "../../ui/small-face.tsx"
import css from "./today.module.css"

/** The list behind each number; null: there is none that this user may open. */
function placeOf(code: string, user: CurrentUser): string | null {
  const day = momentAt(nowMs()).slice(0, 10)
  const patrols = `/main/patrols?view=records&from=${day}&to=${day}`
  const places: Readonly<Record<ComparedCode, string>> = {
    alarms: "/main/alarms?state=all&period=today",
    handled: "/main/alarms?state=closed",
    patrols,
    missed: `${patrols}&state=missed`,
    tasks: "/task?view=all&state=finished",
    drills: "/main/drills?tab=ledger",
    signIns:
      user.admintype === admintypes.none ? "/main/account" : "/main/logs?period=today&result=signed-in",
  }
  return (places as Readonly<Record<string, string>>)[code] ?? null
}

interface Change {
  readonly icon: IconName
  readonly words: string
}

/** By word and arrow: whether more is better depends on what is counted. */
function changeOf({ current, previous }: Pick<ComparedNumber, "current" | "previous">): Change {
  if (current > previous) return { icon: "rise", words: `比昨天多 ${current - previous}` }
  if (current < previous) return { icon: "fall", words: `比昨天少 ${previous - current}` }
  return { icon: "level", words: "与昨天持平" }
}

function Content({ data, user }: CardContent<readonly ComparedNumber[]>) {
  if (data.length === 0) return <SmallFace icon="chart" words="今天还没有可比较的数据" />
  return (
    <ul className={css.numbers}>
      {data.map((number) => {
        const { icon, words } = changeOf(number)
        const place = placeOf(number.code, user)
        const shown = (
          <>
            <small>{number.name}</small>
            <b>{inThousands(number.current)}</b>
            <span>
              <Icon name={icon} sizePx={14} />
              {words}
            </span>
          </>
        )
        return (
          <li key={number.code}>
            {place ? (
              <Link to={place} className={css.number}>
                {shown}
              </Link>
            ) : (
              <div className={css.number}>{shown}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export const card = homeCard({
  key: "today",
  title: "今日数据",
  icon: "chart",
  audience: audiences,
  order: 10,
  size: { w: 12, h: 2 },
  least: { w: 4, h: 2 },
  shape: comparisonCalls.ofDay.output,
  load: ({ ask }) => ask(comparisonCalls.ofDay, {}),
  Content,
})
