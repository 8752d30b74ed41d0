import { patrolMessages, scanMessages } from "@uc/contract/patrols/admin-calls"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ScanDialog } from "./scan-dialog.tsx"

const onCode = vi.fn<(code: string) => void>()
const stop = vi.fn<() => void>()
const camera = vi.fn<() => Promise<unknown>>()
const applyConstraints = vi.fn<(wanted: unknown) => Promise<void>>()
/** The cameras that the phone has, by id. */
let cameras: readonly string[]
/** What the camera in use can do. */
let capabilities: { readonly torch?: boolean }
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
  camera.mockReset().mockImplementation(() => Promise.resolve(film()))
  applyConstraints.mockReset().mockResolvedValue()
  cameras = ["back"]
  capabilities = {}
  vi.stubGlobal("BarcodeDetector", Detector)
  vi.stubGlobal("isSecureContext", true)
  const enumerateDevices = () =>
    Promise.resolve(cameras.map((deviceId) => ({ kind: "videoinput", deviceId })))
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: camera, enumerateDevices } })
})
afterEach(() => vi.unstubAllGlobals())

/** A stream of the first camera. */
function film(readyState = "live") {
  const getSettings = () => ({ deviceId: "back" })
  const track = { stop, readyState, getSettings, getCapabilities: () => capabilities, applyConstraints }
  return { getTracks: () => [track] }
}

function opened() {
  // Before the browser's own are taken away from it.
  const hand = userEvent.setup()
  return { hand, ...render(<ScanDialog onCode={onCode} onClose={() => {}} />) }
}

test("[WORK-3] the rear camera reads a code once and is off when the dialog closes", async () => {
  const { unmount } = opened()
  await screen.findByText("将点位二维码放入框内，自动识别")
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  expect(camera).toHaveBeenCalledWith({ audio: false, video: { facingMode: "environment", ...size } })
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
  come(film())
  await waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
})

test("[WORK-3] the code is typed where nothing can be scanned", async () => {
  vi.stubGlobal("isSecureContext", false)
  const { hand } = opened()
  await screen.findByText(scanMessages.notSecure)
  await hand.click(screen.getByRole("button", { name: "下一步" }))
  expect(screen.getByRole("alert").textContent).toBe("请输入二维码下方的编号")
  await hand.type(screen.getByLabelText("或输入编号"), "7k3m 9qxw 2fta{Enter}")
  expect(onCode.mock.calls).toEqual([["7K3M9QXW2FTA"]])
})

test.each([
  ["without a camera", "NotFoundError", scanMessages.noCamera],
  ["with one that another program has", "NotReadableError", scanMessages.busy],
  ["without leave to use it", "NotAllowedError", scanMessages.refused],
])("[BROWSER-14] %s it is said why, a photo will do, and one may retry", async (_title, name, sentence) => {
  camera.mockRejectedValueOnce(new DOMException("", name))
  const { hand } = opened()
  await screen.findByText(sentence)
  expect(screen.getByRole("button", { name: "拍照识别" })).toHaveProperty("disabled", false)
  expect(screen.getByLabelText("点位二维码照片").getAttribute("capture")).toBe("environment")
  await hand.click(screen.getByRole("button", { name: "重试" }))
  await screen.findByText("将点位二维码放入框内，自动识别")
})

test("[BROWSER-14] a browser that shows pages no cameras says so", async () => {
  vi.stubGlobal("navigator", {})
  opened()
  await screen.findByText(scanMessages.unsupported)
})

test("[BROWSER-14] a camera that is taken away is not shown as if it still looked", async () => {
  camera.mockResolvedValue(film("ended"))
  opened()
  await screen.findByText(scanMessages.busy)
})

test("[BROWSER-14] of several cameras the next one is a press away, and the one before is off", async () => {
  cameras = ["front", "back", "wide"]
  const { hand } = opened()
  await hand.click(await screen.findByRole("button", { name: "切换摄像头" }))
  await waitFor(() => expect(camera).toHaveBeenCalledTimes(2))
  expect(camera.mock.lastCall).toEqual([
    expect.objectContaining({ video: expect.objectContaining({ deviceId: { exact: "wide" } }) as unknown }),
  ])
  expect(stop).toHaveBeenCalledTimes(1)
})

test("[BROWSER-14] one camera alone is not switched, and a lamp that it lacks is not offered", async () => {
  opened()
  await screen.findByText("将点位二维码放入框内，自动识别")
  expect(screen.queryByRole("button", { name: "切换摄像头" })).toBeNull()
  expect(screen.queryByRole("button", { name: "手电筒" })).toBeNull()
})

test("[BROWSER-14] the lamp is switched on and off; one that refuses stays off", async () => {
  capabilities = { torch: true }
  const { hand } = opened()
  const lamp = await screen.findByRole("button", { name: "手电筒" })
  await hand.click(lamp)
  expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] })
  expect(lamp.getAttribute("aria-pressed")).toBe("true")
  await hand.click(lamp)
  expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] })
  applyConstraints.mockRejectedValue(new DOMException("", "OverconstrainedError"))
  await hand.click(lamp)
  expect(lamp.getAttribute("aria-pressed")).toBe("false")
})
