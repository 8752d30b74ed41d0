import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { QrCode, type QrCodeState } from "./qr-code.tsx"

function shown(state: QrCodeState, secondsLeft = 90) {
  const onRefresh = vi.fn()
  const image = state === "loading" || state === "failed" ? null : "data:image/svg+xml,<svg/>"
  render(
    <QrCode
      image={image}
      secondsLeft={secondsLeft}
      totalSeconds={180}
      state={state}
      onRefresh={onRefresh}
      label="登录二维码"
    />,
  )
  return onRefresh
}

test("[AUTH-4] a code that waits has its picture, its time and no mask", () => {
  shown("waiting")
  expect(screen.getByRole("img", { name: "登录二维码" })).toBeTruthy()
  expect(screen.getByRole("timer").textContent).toBe("90 秒后失效")
  expect(screen.queryByRole("button")).toBeNull()
})

test.each([
  ["expired", "二维码已失效", "刷新二维码"],
  ["failed", "二维码加载失败", "重新加载"],
] as const)("[AUTH-4] %s: a mask says so and offers another one", async (state, sentence, button) => {
  const onRefresh = shown(state, 0)
  expect(screen.getByRole("status").textContent).toContain(sentence)
  await userEvent.click(screen.getByRole("button", { name: button }))
  expect(onRefresh).toHaveBeenCalledOnce()
})

test("[AUTH-4] scanned: the mask leads to the phone, and the time runs on", () => {
  shown("scanned", 7)
  expect(screen.getByRole("status").textContent).toContain("请在手机上确认")
  expect(screen.getByRole("timer").textContent).toBe("7 秒后失效")
})

test("[AUTH-4] the ring is as long as the time that is left", () => {
  const ring = (secondsLeft: number) => {
    const { container, unmount } = render(
      <QrCode
        image="data:,"
        secondsLeft={secondsLeft}
        totalSeconds={180}
        state="waiting"
        onRefresh={vi.fn()}
        label=""
      />,
    )
    const dashes = container.querySelectorAll("path")[1]?.style.strokeDasharray
    unmount()
    return dashes
  }
  expect([ring(180), ring(45), ring(0)]).toEqual(["1 1", "0.25 1", "0 1"])
})
