import { Editor } from "@tiptap/core"
import { attachmentCalls, attachmentFiles, type Attachment } from "@uc/contract/attachments/calls"
import { defaultSiteConfig, siteConfigFile } from "@uc/contract/core/site-defaults"
import { hasWaitingPicture } from "@uc/contract/rich-text/rich-text"
import { render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { CleanHtml } from "./clean-html.tsx"
import { extensions } from "./extensions.ts"
import { createPictureUploads, newPictureKey } from "./picture-uploads.ts"
import { insertTable, tableTools } from "./table-nodes.ts"
import { takePasted } from "./take-pasted.ts"

const kept: Attachment = { id: "7", name: "图片.png", type: "image/webp", bytes: 9, width: 80, height: 60 }
let refusal: string | null

beforeEach(() => {
  refusal = null
  vi.stubGlobal("fetch", async (address: string | URL) => {
    const { pathname } = new URL(address, "http://localhost/")
    if (pathname.endsWith(siteConfigFile)) return Response.json(defaultSiteConfig)
    if (pathname.endsWith(attachmentCalls.begin.path)) return Response.json({ ret: 1, data: { id: "7" } })
    if (pathname.endsWith(attachmentFiles.part)) return Response.json({ ret: 1, data: {} })
    return refusal === null
      ? Response.json({ ret: 1, data: kept })
      : Response.json({ ret: 0, msg: refusal }, { status: 415 })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Without being drawn: jsdom lays nothing out. */
function editorOf(content: string): Editor {
  return new Editor({ extensions, content })
}
const run = (editor: Editor, label: string) => tableTools.find((tool) => tool.label === label)?.run(editor)
const rowsOf = (editor: Editor) =>
  [...new DOMParser().parseFromString(editor.getHTML(), "text/html").querySelectorAll("tr")].map((row) =>
    [...row.children].map(({ localName }) => localName),
  )

test("[DAY-8] tables are inserted, grown, shrunk, given a head and removed", () => {
  const editor = editorOf("<p>前</p>")
  insertTable(editor)
  expect(rowsOf(editor)).toEqual([
    ["th", "th", "th"],
    ["td", "td", "td"],
    ["td", "td", "td"],
  ])
  editor.commands.setTextSelection(8)
  run(editor, "加一列")
  run(editor, "加一行")
  run(editor, "首行作表头")
  expect(rowsOf(editor).map((row) => row.length)).toEqual([4, 4, 4, 4])
  expect(rowsOf(editor)[0]).toEqual(["td", "td", "td", "td"])
  run(editor, "删除列")
  run(editor, "删除行")
  expect(rowsOf(editor).map((row) => row.length)).toEqual([3, 3, 3])
  run(editor, "删除表格")
  // A line to go on in stays.
  expect(editor.getHTML()).toBe("<p>前</p><p></p>")
})

test("[DAY-8] what the server has stored comes back out of the editor", () => {
  const table =
    '<table><tbody><tr><th colspan="2"><p>甲</p></th></tr><tr><td><p>一</p></td><td><p>二</p></td></tr></tbody></table>'
  expect(editorOf(table).getHTML()).toBe(table)
  expect(editorOf('<ol start="3"><li><p>三</p></li></ol>').getHTML()).toContain('start="3"')
  const html = editorOf('<p>a</p><img data-picture="7" alt="现场" width="80" height="60" />').getHTML()
  expect(html).toMatch(
    /<img data-picture="7" src="[^"]*\/file\?id=7[^"]*" alt="现场" width="80" height="60">/,
  )
  // A foreign picture is none.
  expect(editorOf('<p>a<img src="https://evil.example/x"></p>').getHTML()).toBe("<p>a</p>")
})

test("[DAY-8] a picture waits in its place until it is uploaded; a refused one leaves it", async () => {
  const failed: string[] = []
  const uploads = createPictureUploads((problem) => failed.push(problem))
  const editor = editorOf("<p>前</p>")
  uploads.attach(editor)
  const insert = (width: number) => {
    const key = newPictureKey()
    uploads.add({ key, source: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", width })
    editor.commands.insertContent({ type: "picture", attrs: { waiting: key } })
  }
  insert(40)
  expect(hasWaitingPicture(editor.getHTML())).toBe(true)
  await vi.waitFor(() => expect(editor.getHTML()).toContain('<img data-picture="7"'))
  expect([hasWaitingPicture(editor.getHTML()), uploads.own(), failed]).toEqual([false, ["7"], []])
  // Of 80 by 60 pixels, as wide as it was pasted; never wider than the column of the text.
  expect(editor.getHTML()).toContain('width="40" height="30"')
  insert(9000)
  await vi.waitFor(() => expect(editor.getHTML()).toContain('width="720" height="540"'))
  refusal = "图片已损坏"
  insert(40)
  await vi.waitFor(() => expect(failed).toEqual(["图片已损坏"]))
  expect(editor.getHTML().match(/<img/g)).toHaveLength(2)
})

test("[DAY-8] between editors a picture of another text is uploaded again, an own one stays", () => {
  const html =
    '<meta><div data-pm-slice="0 0 []"><img data-picture="7" src="/own/7"><img data-picture="8" src="/own/8"></div>'
  const taken = takePasted(html, {
    files: [],
    isOwn: (address) => address.startsWith("/own/"),
    isHere: (id) => id === "7",
    newKey: () => "k",
    room: 30,
  })
  expect(taken.pictures).toEqual([{ key: "k", source: "/own/8" }])
  expect(taken.html).toContain('<img data-picture="7" src="/own/7">')
  expect(taken.html).toContain('<img src="/own/8" data-waiting="k">')
})

test("[DAY-8] a shown text has its pictures at this site's address, and lines of before as paragraphs", () => {
  render(<CleanHtml html={'<p>甲</p><img data-picture="7" alt="现场" />'} />)
  expect(screen.getByRole("img", { name: "现场" }).getAttribute("src")).toMatch(/\/file\?id=7&size=full$/)
  render(<CleanHtml html={"第一行\n第二行"} />)
  expect(screen.getByText("第二行").localName).toBe("p")
})
