// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../http/failure.ts"
import { dismissToast, showFailure, showToast, shownToasts, toastShownMs } from "./toast.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const texts = () => shownToasts().map(({ text }) => text)

test("[REQ-7] ten failing calls at once show one message", () => {
  for (let call = 0; call < 10; call += 1) showFailure(new Failure("server", "服务器内部错误"))
  expect(texts()).toEqual(["服务器内部错误"])
})

test("[REQ-7] different messages stand together; one that is gone may come again", () => {
  showToast("error", "甲")
  showToast("error", "乙")
  expect(texts()).toEqual(["甲", "乙"])
  vi.advanceTimersByTime(toastShownMs)
  expect(texts()).toEqual([])
  showToast("error", "甲")
  expect(texts()).toEqual(["甲"])
})

test("[REQ-7] a message that comes again while it stands begins its time again", () => {
  showToast("error", "甲")
  vi.advanceTimersByTime(toastShownMs - 1)
  showToast("error", "甲")
  vi.advanceTimersByTime(toastShownMs - 1)
  expect(texts()).toEqual(["甲"])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test("[REQ-2] a cancellation shows nothing", () => {
  showFailure(new Failure("cancelled", ""), "请求出错，请重试！")
  expect(texts()).toEqual([])
})

test("a message can be put away by hand", () => {
  showToast("info", "甲")
  const [toast] = shownToasts()
  dismissToast(toast?.id ?? 0)
  expect(texts()).toEqual([])
})
