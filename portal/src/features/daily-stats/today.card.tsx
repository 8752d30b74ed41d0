import { inThousands } from "../../ui/format/in-thousands.ts"
import { dailyStatCalls, type DailyNumberCode, type DailyNumber } from "@uc/contract/daily-stats/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { Link } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { momentAt } from "../../ui/format/moment-in-words.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./today.module.css"

/** The list behind each number, with as many rows; null: this version has none. */
function placeOf(code: string, user: CurrentUser): string | null {
  const day = momentAt(nowMs()).slice(0, 10)
  const patrols = `/main/patrols?view=records&from=${day}&to=${day}`
  const places: Readonly<Record<DailyNumberCode, string>> = {
    alarms: "/main/alarms?state=all&period=today",
    handled: "/main/alarms?state=all&by=closed&period=today",
    patrols: `${patrols}&state=done`,
    missed: `${patrols}&state=missed`,
    tasks: `/task?view=${holds(user, "tasks.manage") ? "all" : "mine"}&state=all&finished=${day}`,
    drills: `/main/drills?tab=ledger&day=${day}&type=drill`,
    signIns: "/main/logs?period=today&result=signed-in",
  }
  return (places as Readonly<Record<string, string>>)[code] ?? null
}

/** Sign-ins are listed for those who read the logs: for others the number would have no list. */
function isShownTo(user: CurrentUser, code: string): boolean {
  return code !== ("signIns" satisfies DailyNumberCode) || holds(user, "logs.read")
}

interface Change {
  readonly icon: IconName
  readonly words: string
}

/** DAY-10: with yesterday up to the same hour. By text and arrow, without colours: whether more is better depends on what is counted. */
function changeOf({ current, previous }: Pick<DailyNumber, "current" | "previous">): Change {
  if (current > previous) return { icon: "rise", words: `比昨天此时多 ${current - previous}` }
  if (current < previous) return { icon: "fall", words: `比昨天此时少 ${previous - current}` }
  return { icon: "level", words: "与昨天此时持平" }
}

function Content({ data, user }: CardContent<readonly DailyNumber[]>) {
  const shownNumbers = data.filter(({ code }) => isShownTo(user, code))
  if (shownNumbers.length === 0) return <SmallEmptyState icon="chart" words="今天暂无可比较的数据" />
  return (
    <ul className={css.numbers}>
      {shownNumbers.map((number) => {
        const { icon, words } = changeOf(number)
        const place = placeOf(number.code, user)
        const shown = (
          <>
            <Text size={12} tone="faint" truncate>
              {number.name}
            </Text>
            <Text as="b" size={24} weight={600} figures className={css.figure}>
              {inThousands(number.current)}
            </Text>
            <Row as="span" gap={2} size={12} tone="faint">
              <Icon name={icon} sizePx={14} />
              <Text grow breaks>
                {words}
              </Text>
            </Row>
          </>
        )
        return (
          <li key={number.code}>
            {place ? (
              <Stack as={Link} to={place} padX={12} padY={4} className={css.number}>
                {shown}
              </Stack>
            ) : (
              <Stack padX={12} padY={4} className={css.number}>
                {shown}
              </Stack>
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
  // An alarm rings no bell for most people.
  refreshedBy: ["bell", "alarms", "drills"],
  order: 10,
  size: { w: 12, h: 2 },
  least: { w: 4, h: 2 },
  shape: dailyStatCalls.ofDay.output,
  load: ({ ask }) => ask(dailyStatCalls.ofDay, {}),
  Content,
})
