import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { screen, waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { PlanList } from "./plan-list.tsx"
import { PointList } from "./point-list.tsx"

vi.mock("../../../platform/realtime/events.ts", () => ({ onEvent: () => () => undefined }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ["points", <PointList key="points" />, "没有符合条件的点位"],
  ["plans", <PlanList key="plans" />, "暂无巡查计划"],
] as const)(
  "[DISTRICT-15] %s out of use are asked for by who administers them alone",
  async (_name, list, empty) => {
    for (const mayAdminister of [false, true]) {
      const asked: (string | null)[] = []
      const listen = (sent: URLSearchParams) => {
        asked.push(sent.get("withDisabled"))
        return { points: [], plans: [], mayAdminister }
      }
      serveFakes(answering(patrolAdminCalls.points, listen), answering(patrolAdminCalls.plans, listen))
      const { unmount } = renderPage(list, { address: "/?withDisabled=1" })
      await screen.findByText(empty)
      await waitFor(() => expect(asked.includes("1")).toBe(mayAdminister))
      unmount()
    }
  },
)
