// @vitest-environment node
import { beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { informationList, keepInformationList } from "./information.ts"
import { loadInformation } from "./load-information.ts"
import { send } from "../../platform/http/send.ts"
import { dismissToast, shownToasts } from "../../platform/browser/toast.ts"

vi.mock("../../platform/http/send.ts", () => ({ send: vi.fn<typeof send>() }))
const answer = vi.mocked(send)
const item = (remark: string | null) => ({ code: "a", name: "b", remark })

beforeEach(() => {
  keepInformationList([])
  for (const { id } of shownToasts()) dismissToast(id)
})

test("[SHELL-4] the dictionary is asked for by content and code", async () => {
  answer.mockResolvedValueOnce([])
  await loadInformation()
  expect(answer.mock.lastCall?.[1]).toEqual({ content: "usercenterNew", code: "informationDataShowBuess" })
})

test.each([
  [
    "the first item's remark, cut at its commas",
    [item("通知,公告,新闻"), item("别的")],
    ["通知", "公告", "新闻"],
  ],
  ["no remark", [item(null)], []],
  ["no item", [], []],
])("[SHELL-4] %s becomes the global list", async (_title, items, expected) => {
  answer.mockResolvedValueOnce(items)
  await loadInformation()
  expect(informationList()).toEqual(expected)
  expect(shownToasts()).toEqual([])
})

test("[SHELL-4] a failure of any kind says 获取分类错误, a cancellation nothing", async () => {
  answer.mockRejectedValueOnce(new Failure("refused", "服务器的话"))
  await loadInformation()
  expect(shownToasts().map(({ text }) => text)).toEqual(["获取分类错误"])
  for (const { id } of shownToasts()) dismissToast(id)
  answer.mockRejectedValueOnce(new Failure("cancelled", ""))
  await loadInformation()
  expect(shownToasts()).toEqual([])
})
