import { screen, waitFor, within } from "@testing-library/react"
import { awarenessCalls, type ToldRule } from "@uc/contract/awareness/calls"
import { awarenessMessages } from "@uc/contract/awareness/told"
import { afterEach, expect, test, vi } from "vitest"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { chooseOption } from "../../testing/choose-option.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { ToldRules } from "./told-rules.tsx"

afterEach(() => vi.unstubAllGlobals())

test("[DAY-2] the table has a row for each level, for emergencies and for drills, saved by choosing", async () => {
  const sent: unknown[] = []
  serveFakes(
    answering(awarenessCalls.rules, (): ToldRule[] => [
      { subject: "level-1", name: "特别重大", level: 1, told: "staff" },
      { subject: "level-3", name: "较大", level: 3, told: "nobody" },
      { subject: "drill", name: "演练", level: null, told: "staff" },
    ]),
    answering(awarenessCalls.saveRule, (asked) => {
      sent.push(JSON.parse(asked.get("json") ?? ""))
      return {}
    }),
  )
  renderPage(<ToldRules />)
  const table = await screen.findByRole("table", { name: awarenessMessages.whoIsTold })
  expect(within(table).getAllByRole("row")).toHaveLength(4)
  await chooseOption(within(table).getByRole("combobox", { name: "较大通知" }), "全体人员")
  await waitFor(() => expect(sent).toEqual([{ subject: "level-3", told: "staff" }]))
})
