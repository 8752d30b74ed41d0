import { patrolMessages, scanMessages } from "@uc/contract/patrols/admin-calls"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ScanDialog } from "./scan-dialog.tsx"

const onCode = vi.fn<(code: string) => void>()
const stop = vi.fn<() => void>()
const camera = vi.fn<() => Promise<unknown>>()
/** What the camera sees now. */
let seen: readonly string[]

class Detector {
  static getSupportedFormats = () => Promise.resolve(["qr_code"])
  detect = () => Promise.resolve(seen.map((rawValue) => ({ rawValue })))
}

beforeEach(() => {
  // jsdom has no modal dialogs, no films and no cameras.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  HTMLMediaElement.prototype.play = () => Promise.resolve()
  seen = []
  onCode.mockReset()
  stop.mockReset()
  camera.mockReset().mockResolvedValue({ getTracks: () => [{ stop }] })
  vi.stubGlobal("BarcodeDetector", Detector)
  vi.stubGlobal("isSecureContext", true)
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: camera } })
})
afterEach(() => vi.unstubAllGlobals())

function opened() {
  // Before the browser's own are taken away from it.
  const hand = userEvent.setup()
  return { hand, ...render(<ScanDialog onCode={onCode} onClose={() => {}} />) }
}

test("[WORK-3] the camera behind reads a point's code, once; another's code is told; closed, the camera is off", async () => {
  const { unmount } = opened()
  await screen.findByText("将点位二维码放入框内，自动识别")
  expect(camera).toHaveBeenCalledWith({ audio: false, video: { facingMode: "environment" } })
  seen = ["https://u.wechat.com/abc"]
  await screen.findByText(patrolMessages.codeOfNothing)
  expect(onCode).not.toHaveBeenCalled()
  seen = ["https://a.cn/static/usercenter/#/main/patrols?check=7K3M9QXW2FTA", "7K3M9QXW2FTA"]
  await waitFor(() => expect(onCode).toHaveBeenCalled())
  expect(onCode.mock.calls).toEqual([["7K3M9QXW2FTA"]])
  expect(stop).not.toHaveBeenCalled()
  unmount()
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
})

test("[WORK-3] closed before the camera is there, it is off as soon as it comes", async () => {
  let come: (stream: unknown) => void = () => {}
  camera.mockReturnValue(new Promise((resolve) => (come = resolve)))
  const { unmount } = opened()
  await waitFor(() => expect(camera).toHaveBeenCalled())
  unmount()
  come({ getTracks: () => [{ stop }] })
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
})

test("[WORK-3] without a reader, https, a camera or leave to use it: a sentence that helps, and the code can be typed", async () => {
  vi.stubGlobal("BarcodeDetector", undefined)
  const first = opened()
  await screen.findByText(scanMessages.noDetector)
  await first.hand.click(screen.getByRole("button", { name: "下一步" }))
  expect(screen.getByRole("alert").textContent).toBe("请输入二维码下方的编号")
  await first.hand.type(screen.getByLabelText("或输入编号"), "7k3m 9qxw 2fta{Enter}")
  expect(onCode.mock.calls).toEqual([["7K3M9QXW2FTA"]])
  first.unmount()

  vi.stubGlobal("BarcodeDetector", Detector)
  vi.stubGlobal("isSecureContext", false)
  const second = opened()
  await screen.findByText(scanMessages.notSecure)
  second.unmount()

  vi.stubGlobal("isSecureContext", true)
  camera.mockRejectedValueOnce(new DOMException("", "NotFoundError"))
  const third = opened()
  await screen.findByText(scanMessages.noCamera)
  third.unmount()

  camera.mockRejectedValueOnce(new DOMException("", "NotAllowedError"))
  const { hand } = opened()
  await screen.findByText(scanMessages.refused)
  // Given leave meanwhile.
  await hand.click(screen.getByRole("button", { name: "重试" }))
  await screen.findByText("将点位二维码放入框内，自动识别")
})
