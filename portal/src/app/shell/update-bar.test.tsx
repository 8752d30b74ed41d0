import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { updateMessages } from "@uc/contract/core/update-messages"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { lookForUpdate } from "../../platform/browser/portal-update.ts"
import { unsavedWork } from "../../platform/browser/unsaved-work.ts"
import { Modal } from "../../ui/overlays/modal.tsx"
import { UpdateBar } from "./update-bar.tsx"

const reloadDocument = vi.hoisted(() => vi.fn())
vi.mock("../../platform/http/reload-document.ts", () => ({ reloadDocument }))

const html = (name: string) => `<script type="module" data-first src="/assets/${name}.js"></script>`
let version = 0

/** The tab looks which version the server has. */
async function lookAt(name: string): Promise<void> {
  vi.stubGlobal("fetch", async () => new Response(html(name)))
  await act(lookForUpdate)
}

async function update(): Promise<void> {
  version += 1
  await lookAt(`index-${version}`)
}

/** A dialog that somebody fills in. */
const Form = () => (
  <Modal label="布置任务" place="window" onClose={() => undefined}>
    <p>任务名称</p>
  </Modal>
)

const bar = () => screen.queryByText(updateMessages.updated)
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }))

beforeAll(() => {
  // jsdom knows the element but not how it opens.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
})

beforeEach(async () => {
  document.head.innerHTML = html("index-open")
  await lookAt("index-open")
  reloadDocument.mockClear()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test("[BROWSER-11] the bar says that there is a new version, and reloads", async () => {
  render(<UpdateBar />)
  await update()
  expect(bar()?.closest("[role=status]")).toBeTruthy()
  await press(updateMessages.refresh)
  expect(reloadDocument).toHaveBeenCalledOnce()
})

test("[BROWSER-11] a bar that was put off stays away until the next version", async () => {
  render(<UpdateBar />)
  await update()
  await press(updateMessages.later)
  expect(bar()).toBeNull()
  await update()
  expect(bar()).toBeTruthy()
})

test("[BROWSER-11] what would be lost is asked about, and nothing reloads before the answer", async () => {
  const end = unsavedWork()
  render(<UpdateBar />)
  await update()
  await press(updateMessages.refresh)
  expect(screen.getByText(updateMessages.lost)).toBeTruthy()
  expect(reloadDocument).not.toHaveBeenCalled()
  // The bar stays under its own question, which gives the focus back to it.
  expect(bar()).toBeTruthy()
  await press(updateMessages.refreshAnyway)
  expect(reloadDocument).toHaveBeenCalledOnce()
  end()
})

test("[BROWSER-11] under a dialog the bar waits, and appears when the dialog is closed", async () => {
  const page = (isOpen: boolean) => (
    <>
      <UpdateBar />
      {isOpen && <Form />}
    </>
  )
  const { rerender } = render(page(true))
  await update()
  expect(bar()).toBeNull()
  rerender(page(false))
  expect(bar()).toBeTruthy()
})

test("[BROWSER-11] a bar that is there already stays while a dialog is open over it", async () => {
  const { rerender } = render(<UpdateBar />)
  await update()
  rerender(
    <>
      <UpdateBar />
      <Form />
    </>,
  )
  expect(bar()).toBeTruthy()
})
