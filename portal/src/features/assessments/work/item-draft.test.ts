// @vitest-environment jsdom
import { assessmentMessages } from "@uc/contract/assessments/messages"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { Failure } from "../../../platform/http/failure.ts"
import { browserStorage, readJson } from "../../../platform/session/storage.ts"
import { forgetDrafts, itemDraft } from "./item-draft.ts"
import { scoreFrom } from "./score-from.ts"

const shape = z.object({ words: z.string(), adds: z.array(z.string()) })
type Value = z.infer<typeof shape>
const save = vi.fn<(value: Value, version: number) => Promise<number>>()

function draft(value: Partial<Value> = {}, version = 1) {
  return itemDraft<Value>({
    key: "a",
    shape,
    value: { words: "", adds: [], ...value },
    version,
    check: ({ words }) => (words === "坏" ? "不能这样写" : null),
    settle: (now, sent) => ({ ...now, adds: now.adds.filter((each) => !sent.adds.includes(each)) }),
    save,
    delayMs: 800,
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  save.mockReset().mockImplementation((_value, version) => Promise.resolve(version + 1))
})
afterEach(() => {
  vi.useRealTimers()
})

test("[WORK-2] what is typed is saved once after a pause, with the version that was seen", async () => {
  const one = draft()
  one.type({ words: "已" })
  await vi.advanceTimersByTimeAsync(500)
  one.type({ words: "已签" })
  await vi.advanceTimersByTimeAsync(799)
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(save.mock.calls).toEqual([[{ words: "已签", adds: [] }, 1]])
  expect(one.state()).toMatchObject({ status: "saved", version: 2 })
  expect(browserStorage.get("a")).toBeNull()
})

test("[WORK-2] what is typed during a save is saved after it, and evidence is sent once", async () => {
  let answer: (version: number) => void = () => {}
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const one = draft()
  one.type({ words: "一", adds: ["7"] })
  const flushed = one.flush()
  one.type({ words: "一二" })
  answer(2)
  expect(await flushed).toBe(true)
  expect(save.mock.calls).toEqual([
    [{ words: "一", adds: ["7"] }, 1],
    [{ words: "一二", adds: [] }, 2],
  ])
})

test("[WORK-2] a failed save says so, survives a reload and goes through on retry", async () => {
  save.mockRejectedValueOnce(new Failure("timeout", "加载超时"))
  const one = draft()
  one.type({ words: "很长的一段话" })
  expect(await one.flush()).toBe(false)
  expect(one.state()).toMatchObject({ status: "failed", value: { words: "很长的一段话" } })
  expect(readJson(browserStorage, "a")).toMatchObject({
    value: { words: "很长的一段话", adds: [] },
    version: 1,
  })

  // In another tab, after this one was closed.
  const reloaded = draft()
  expect(reloaded.state()).toMatchObject({ status: "waiting", value: { words: "很长的一段话" } })
  await vi.advanceTimersByTimeAsync(800)
  expect(reloaded.state()).toMatchObject({ status: "saved", version: 2 })
  expect(save).toHaveBeenCalledTimes(2)
  // The first tab's own retry.
  expect(await one.flush()).toBe(true)
})

test("[WORK-2] after a conflict the typed text stays, and the person decides", async () => {
  save.mockRejectedValueOnce(new Failure("refused", assessmentMessages.changedMeanwhile))
  const one = draft()
  one.type({ words: "我的" })
  await one.flush()
  expect(one.state()).toMatchObject({ status: "conflict", value: { words: "我的" } })
  one.type({ words: "我的话" })
  await vi.advanceTimersByTimeAsync(5000)
  expect(save).toHaveBeenCalledTimes(1)
  one.resolve("mine", { value: { words: "他的", adds: [] }, version: 5 })
  await vi.advanceTimersByTimeAsync(0)
  expect(save).toHaveBeenLastCalledWith({ words: "我的话", adds: [] }, 5)

  save.mockRejectedValueOnce(new Failure("refused", assessmentMessages.changedMeanwhile))
  one.type({ words: "再来" })
  await one.flush()
  one.resolve("theirs", { value: { words: "他的", adds: [] }, version: 9 })
  expect(one.state()).toMatchObject({ status: "saved", version: 9, value: { words: "他的" } })
  expect(browserStorage.get("a")).toBeNull()
})

test("[WORK-2] a draft of an older version is no reason to overwrite what others wrote since", () => {
  const old = { value: { words: "旧的", adds: [] }, version: 1, atMs: Date.now() }
  browserStorage.set("a", JSON.stringify(old))
  expect(draft({ words: "新的" }, 4).state()).toMatchObject({ status: "conflict", value: { words: "旧的" } })
  const monthMs = 30 * 24 * 3_600_000
  browserStorage.set("a", JSON.stringify({ ...old, version: 4, atMs: Date.now() - monthMs }))
  expect(draft({ words: "新的" }, 4).state()).toMatchObject({ status: "saved", value: { words: "新的" } })
  browserStorage.set("a", "{broken")
  expect(draft({ words: "新的" }, 4).state()).toMatchObject({ status: "saved", value: { words: "新的" } })
})

test("[WORK-2] it retries at growing intervals, but not after a refusal or on a closed page", async () => {
  save.mockRejectedValue(new Failure("slow", "网络不给力"))
  const one = draft()
  const leave = one.watch(() => {})
  one.type({ words: "断网时写的" })
  await one.flush()
  await vi.advanceTimersByTimeAsync(5000)
  expect(save).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(9999)
  expect(save).toHaveBeenCalledTimes(2)
  save.mockImplementation((_value, version) => Promise.resolve(version + 1))
  await vi.advanceTimersByTimeAsync(1)
  expect(one.state()).toMatchObject({ status: "saved", value: { words: "断网时写的" } })
  expect(save).toHaveBeenCalledTimes(3)

  save.mockRejectedValueOnce(new Failure("refused", "考核已经提交"))
  one.type({ words: "晚了" })
  await one.flush()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(save).toHaveBeenCalledTimes(4)

  save.mockRejectedValueOnce(new Failure("server", "服务器异常"))
  one.type({ words: "走了" })
  await one.flush()
  leave()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(save).toHaveBeenCalledTimes(5)
  expect(browserStorage.get("a")).toContain("走了")
  forgetDrafts("a")
  expect(browserStorage.get("a")).toBeNull()
})

test("[WORK-2] what can't be right is not sent, and a score is read as people type it", async () => {
  const one = draft()
  one.type({ words: "坏" })
  expect(await one.flush()).toBe(false)
  expect(save).not.toHaveBeenCalled()
  expect(one.state()).toMatchObject({ status: "failed", problem: "不能这样写" })
  expect(
    ["", "9.5", " 10 ", "10.01", "-1", "1e1", "九", "9.555"].map((typed) => scoreFrom(typed, 10)),
  ).toEqual([null, 9.5, 10, "wrong", "wrong", "wrong", "wrong", "wrong"])
})
