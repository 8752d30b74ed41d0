import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test } from "vitest"
import { AttachmentList } from "./attachment-list.tsx"

const item = (key: string, name: string, shows: "picture" | "pdf" | null) => ({
  key,
  name,
  shows,
  bytes: 2048,
  address: `/file?id=${key}&as=${shows ? "shown" : "download"}`,
  download: `/file?id=${key}&as=download`,
  preview: shows === "picture" ? `/small?id=${key}` : null,
})
const items = [item("1", "现场.jpg", "picture"), item("2", "方案.pdf", "pdf"), item("3", "台账.xlsx", null)]

/** jsdom does not say. */
function viewerIs(isThere: boolean) {
  Object.defineProperty(navigator, "pdfViewerEnabled", { value: isThere, configurable: true })
}
afterEach(() => void Reflect.deleteProperty(navigator, "pdfViewerEnabled"))

test("[DAY-8] pictures and PDF open in place one after the other; documents are downloaded", async () => {
  viewerIs(true)
  render(<AttachmentList label="附件" items={items} />)
  const excel = screen.getByRole("link", { name: /台账/ })
  expect([excel.getAttribute("href"), excel.getAttribute("download")]).toEqual([
    "/file?id=3&as=download",
    "台账.xlsx",
  ])
  await userEvent.click(screen.getByRole("link", { name: "现场.jpg" }))
  const shown = within(screen.getByRole("dialog", { name: "预览现场.jpg", hidden: true }))
  expect(shown.getByRole("img", { hidden: true }).getAttribute("src")).toBe("/file?id=1&as=shown")
  await userEvent.click(shown.getByRole("button", { name: "下一个", hidden: true }))
  const paper = screen.getByTitle("方案.pdf", { exact: true })
  expect([paper.localName, paper.getAttribute("src")]).toEqual(["iframe", "/file?id=2&as=shown"])
  expect(screen.getByRole("link", { name: "下载", hidden: true }).getAttribute("href")).toBe(
    "/file?id=2&as=download",
  )
  expect(screen.getByRole("button", { name: "下一个", hidden: true })).toHaveProperty("disabled", true)
  await userEvent.click(screen.getByRole("button", { name: "关闭", hidden: true }))
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull()
})

test("[DAY-8] where the browser has no viewer a PDF opens in a tab of its own", async () => {
  viewerIs(false)
  render(<AttachmentList label="附件" items={items} />)
  const paper = screen.getByRole("link", { name: /方案/ })
  paper.addEventListener("click", (event) => event.preventDefault())
  await userEvent.click(paper)
  expect([paper.getAttribute("target"), screen.queryByRole("dialog", { hidden: true })]).toEqual([
    "_blank",
    null,
  ])
})
