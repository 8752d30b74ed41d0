import { QueryClientProvider } from "@tanstack/react-query"
import { buildingCalls, rangeObjectTypes, type BuildingLayer } from "@uc/contract/buildings/calls"
import { cleanup, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { pick } from "../../platform/dialogs/pick.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { someUser } from "../../testing/some-user.ts"
import { RangeSection } from "./range-section.tsx"

vi.mock("../../platform/dialogs/pick.ts", () => ({ pick: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.mocked(pick).mockReset()
})

const layer = (layerId: string, layerName: string): BuildingLayer => ({
  buildingId: "5",
  buildingName: "明德楼",
  layerId,
  layerName,
  campusName: "东校区",
  keys: "",
})

function show(permissions: readonly string[], orgid = someUser.orgid, isDisabled = false) {
  keepUser({ ...someUser, permissions: [...permissions], beyond: [] })
  const asked = serveFakes(
    answering(buildingCalls.relations, () => [
      { objectId: "7", layers: [layer("51", "1层"), layer("52", "2层")] },
    ]),
  )
  const of = { objectType: rangeObjectTypes.person, id: "7", orgid, name: "王芳" }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RangeSection {...{ of, isDisabled }} none="未设置" />
    </QueryClientProvider>,
  )
  return asked
}

test("[DISTRICT-10] the directory shows the layers by building, and changes them with picker 999", async () => {
  const asked = show(["buildings.manage"])
  expect(await screen.findByText("东校区 / 明德楼")).toBeTruthy()
  expect(screen.getByText("1层、2层")).toBeTruthy()
  vi.mocked(pick).mockResolvedValue([])
  await userEvent.click(screen.getByRole("button", { name: "设置范围" }))
  expect(pick).toHaveBeenCalledExactlyOnceWith(
    "range",
    expect.objectContaining({
      orgid: someUser.orgid,
      save: { objectIds: ["7"], objectType: rangeObjectTypes.person },
    }),
  )
  expect(asked).toHaveLength(1)
})

test.each([
  ["who manages people alone", ["people.manage", "departments.manage"], someUser.orgid, false],
  ["who manages buildings of their own organisation alone", ["buildings.manage"], "99", false],
  ["anybody, of what is out of use", ["buildings.manage"], someUser.orgid, true],
])(
  "[DISTRICT-8][DISTRICT-10] a range is not offered to be changed to %s",
  async (_who, held, orgid, isDisabled) => {
    show(held, orgid, isDisabled)
    await waitFor(() => expect(screen.getByText("1层、2层")).toBeTruthy())
    expect(screen.queryByRole("button", { name: "设置范围" })).toBeNull()
  },
)
