import { fireEvent, render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useRef, useState } from "react"
import { expect, test, vi } from "vitest"
import { forestOf, withChildren, type TreeItem } from "./forest.ts"
import { linkedMarks } from "./marks.ts"
import { TreeView, type TreeHandle } from "./tree-view.tsx"

function item(
  key: string,
  children: readonly TreeItem[] | null = [],
  more: Partial<TreeItem> = {},
): TreeItem {
  return { key, label: key, children, ...more }
}

const school = forestOf([
  item("教学楼", [item("一层", [item("101"), item("102")]), item("二层", [item("201")])]),
  item("Library", [item("阅览室")]),
  item("操场"),
])

function rowNames(): (string | null)[] {
  return screen.getAllByRole("treeitem").map((shown) => shown.getAttribute("aria-label"))
}

function row(name: string): HTMLElement {
  return screen.getByRole("treeitem", { name })
}

/** The row that the keyboard is at. */
function active(): string | null | undefined {
  const id = screen.getByRole("tree").getAttribute("aria-activedescendant")
  return id === null ? null : document.getElementById(id)?.getAttribute("aria-label")
}

/** A tree that keeps what is ticked, as a picker would. */
function Ticking({ onToggle = () => {}, ...props }: Partial<Parameters<typeof TreeView>[0]>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const forest = props.forest ?? school
  function toggle(key: string) {
    onToggle(key)
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  return (
    <TreeView label="地点" marks={linkedMarks(forest, chosen)} {...props} forest={forest} onToggle={toggle} />
  )
}

test("[PICK-9] a hundred thousand nodes draw no more rows than fit", async () => {
  const items = Array.from({ length: 100_000 }, (_, at) => item(`n${at}`))
  render(<Ticking forest={forestOf(items)} />)
  const tree = screen.getByRole("tree")
  const rows = () => [...tree.querySelectorAll("[aria-posinset]")]
  expect(rows().length).toBeLessThan(40)
  expect(rows()[3]?.getAttribute("aria-setsize")).toBe("100000")
  expect(rows()[3]?.getAttribute("aria-posinset")).toBe("4")
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard("{End}")
  expect(active()).toBe("n99999")
  fireEvent.scroll(tree, { target: { scrollTop: 0 } })
  expect(rows()[0]?.getAttribute("aria-label")).toBe("n0")
  expect(active(), "the row that the focus names is there, wherever it was scrolled to").toBe("n99999")
  expect(rows().length).toBeLessThan(40)
})

test("[DLG-6] the arrows, Home and End walk the rows, open and close them", async () => {
  const user = userEvent.setup()
  render(<Ticking />)
  await user.tab()
  expect(active()).toBe("教学楼")
  expect(row("教学楼").getAttribute("aria-expanded")).toBe("false")
  await user.keyboard("{ArrowRight}")
  expect(row("教学楼").getAttribute("aria-expanded")).toBe("true")
  expect(rowNames()).toEqual(["教学楼", "一层", "二层", "Library", "操场"])
  expect(row("二层").getAttribute("aria-level")).toBe("2")
  expect(row("二层").getAttribute("aria-posinset")).toBe("2")
  await user.keyboard("{ArrowRight}")
  expect(active()).toBe("一层")
  await user.keyboard("{ArrowRight}{ArrowDown}{ArrowDown}")
  expect(active()).toBe("102")
  await user.keyboard("{ArrowRight}")
  expect(active(), "a leaf opens nothing").toBe("102")
  await user.keyboard("{ArrowLeft}")
  expect(active()).toBe("一层")
  await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}")
  expect(rowNames()).toEqual(["教学楼", "Library", "操场"])
  await user.keyboard("{End}")
  expect(active()).toBe("操场")
  expect(row("操场").hasAttribute("aria-expanded")).toBe(false)
  await user.keyboard("{ArrowDown}")
  expect(active(), "there is nothing below the last").toBe("操场")
  await user.keyboard("{Home}")
  expect(active()).toBe("教学楼")
})

test("[DLG-6] a star opens all siblings, letters lead to what begins with them", async () => {
  const user = userEvent.setup()
  render(<Ticking />)
  await user.tab()
  await user.keyboard("*")
  expect(rowNames()).toEqual(["教学楼", "一层", "二层", "Library", "阅览室", "操场"])
  await user.keyboard("li")
  expect(active()).toBe("Library")
})

test("[DLG-6] space and Enter tick; a parent of which all children are ticked is ticked", async () => {
  const onToggle = vi.fn<(key: string) => void>()
  const user = userEvent.setup()
  render(<Ticking onToggle={onToggle} startDepth={2} />)
  expect(screen.getByRole("tree").getAttribute("aria-multiselectable")).toBe("true")
  await user.tab()
  await user.keyboard("{ArrowDown}{ArrowDown} ")
  expect(row("101").getAttribute("aria-checked")).toBe("true")
  expect(row("一层").getAttribute("aria-checked")).toBe("mixed")
  await user.keyboard("{ArrowDown}{Enter}")
  expect(row("一层").getAttribute("aria-checked")).toBe("true")
  expect(row("教学楼").getAttribute("aria-checked")).toBe("mixed")
  expect(row("201").getAttribute("aria-checked")).toBe("false")
  expect(onToggle.mock.calls).toEqual([["101"], ["102"]])
})

test("a click on a row ticks it, a click on its arrow opens it", async () => {
  const onToggle = vi.fn<(key: string) => void>()
  const user = userEvent.setup()
  render(<Ticking onToggle={onToggle} />)
  await user.click(row("教学楼"))
  expect(onToggle).toHaveBeenCalledWith("教学楼")
  expect(row("教学楼").getAttribute("aria-expanded")).toBe("false")
  const arrow = row("教学楼").querySelector("[data-arrow]")
  await user.click(arrow ?? document.body)
  expect(row("教学楼").getAttribute("aria-expanded")).toBe("true")
  expect(onToggle).toHaveBeenCalledTimes(1)
  expect(document.activeElement, "the keyboard goes on from there").toBe(screen.getByRole("tree"))
  expect(active()).toBe("教学楼")
})

test("the first press into a scrolled tree ticks the row under it", async () => {
  const onToggle = vi.fn<(key: string) => void>()
  const items = Array.from({ length: 100 }, (_, at) => item(`n${at}`))
  render(<Ticking forest={forestOf(items)} onToggle={onToggle} />)
  const tree = screen.getByRole("tree")
  fireEvent.scroll(tree, { target: { scrollTop: 1_800 } })
  await userEvent.setup().click(row("n55"))
  expect(onToggle.mock.calls).toEqual([["n55"]])
  expect(document.activeElement).toBe(tree)
  expect(tree.scrollTop).toBe(1_800)
})

test("[PERSON-1] a row that can't be ticked has no box; a disabled one keeps it", async () => {
  const onToggle = vi.fn<(key: string) => void>()
  const user = userEvent.setup()
  const forest = forestOf([item("办公室", [item("张三"), item("李四", [], { isDisabled: true })])])
  render(<Ticking forest={forest} onToggle={onToggle} canToggle={({ key }) => key !== "办公室"} />)
  expect(row("办公室").hasAttribute("aria-checked")).toBe(false)
  await user.click(row("办公室"))
  expect(rowNames()).toEqual(["办公室", "张三", "李四"])
  await user.click(row("李四"))
  expect(row("李四").getAttribute("aria-disabled")).toBe("true")
  expect(row("李四").getAttribute("aria-checked")).toBe("false")
  await user.click(row("张三"))
  expect(onToggle.mock.calls).toEqual([["张三"]])
})

test("[GRID-2] single choice has no boxes and says what is selected", () => {
  render(
    <TreeView label="网格" forest={school} marks={null} selected={new Set(["操场"])} onToggle={() => {}} />,
  )
  expect(row("操场").getAttribute("aria-selected")).toBe("true")
  expect(row("Library").getAttribute("aria-selected")).toBe("false")
  expect(row("操场").hasAttribute("aria-checked")).toBe(false)
  expect(screen.getByRole("tree").getAttribute("aria-multiselectable")).toBe("false")
})

test("[PICK-9] a filter shows what it finds and the way to it; without it the tree is as it was", async () => {
  const user = userEvent.setup()
  const wanted = ({ label }: TreeItem) => label.endsWith("1") || label === "Library"
  const tree = (filter?: (item: TreeItem) => boolean) => (
    <TreeView
      label="地点"
      forest={school}
      marks={null}
      filter={filter}
      onToggle={() => {}}
      canToggle={() => false}
    />
  )
  const { rerender } = render(tree(wanted))
  expect(rowNames()).toEqual(["教学楼", "一层", "101", "二层", "201", "Library"])
  expect(row("一层").getAttribute("aria-setsize")).toBe("2")
  await user.click(row("一层"))
  expect(rowNames()).toEqual(["教学楼", "一层", "二层", "201", "Library"])
  await user.click(row("Library"))
  expect(rowNames(), "what was found can be opened").toContain("阅览室")
  rerender(tree())
  expect(rowNames()).toEqual(["教学楼", "Library", "操场"])
})

/** A tree whose children come when the test says so. */
function Lazy({ onOpen }: { readonly onOpen: (key: string) => void }) {
  const [forest, setForest] = useState(() =>
    forestOf([item("北京", null), item("上海", null, { isLeaf: true })]),
  )
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map())
  const tree = useRef<TreeHandle>(null)
  return (
    <>
      <TreeView
        ref={tree}
        label="区域"
        forest={forest}
        marks={null}
        pending={pending}
        failed={failed}
        onToggle={() => {}}
        onOpen={(key) => {
          onOpen(key)
          setPending(new Set([key]))
          setFailed(new Map())
        }}
      />
      <button
        type="button"
        onClick={() => (setPending(new Set()), setFailed(new Map([["北京", "请求出错，请重试！"]])))}
      >
        失败
      </button>
      <button
        type="button"
        onClick={() => (
          setPending(new Set()),
          setForest(withChildren(forest, "北京", [item("海淀", [item("中关村")])]))
        )}
      >
        到达
      </button>
      <button type="button" onClick={() => tree.current?.reveal("中关村")}>
        找到
      </button>
    </>
  )
}

test("[AREA-1] [PICK-0] children are asked for when opened, a failure is said there and tried again", async () => {
  const onOpen = vi.fn<(key: string) => void>()
  const user = userEvent.setup()
  render(<Lazy onOpen={onOpen} />)
  expect(row("上海").hasAttribute("aria-expanded"), "a leaf needs no answer").toBe(false)
  await user.tab()
  await user.keyboard("{ArrowRight}")
  expect(rowNames()).toEqual(["北京", "正在加载", "上海"])
  expect(row("北京").getAttribute("aria-busy")).toBe("true")
  await user.keyboard("{ArrowLeft}{ArrowRight}")
  expect(onOpen, "it is on its way already").toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole("button", { name: "失败" }))
  expect(rowNames()).toEqual(["北京", "请求出错，请重试！，重试", "上海"])
  screen.getByRole("tree").focus()
  await user.keyboard("{ArrowDown}{Enter}")
  expect(onOpen.mock.calls).toEqual([["北京"], ["北京"]])
  expect(rowNames()).toContain("正在加载")
  await user.click(screen.getByRole("button", { name: "到达" }))
  expect(rowNames()).toEqual(["北京", "海淀", "上海"])
  expect(active(), "the row that stood for them hands over to their parent").toBe("北京")
})

test("[PERSON-2] a node that is asked for before it is loaded is revealed when it comes", async () => {
  const user = userEvent.setup()
  render(<Lazy onOpen={() => {}} />)
  await user.click(screen.getByRole("button", { name: "找到" }))
  expect(rowNames()).toEqual(["北京", "上海"])
  await user.click(screen.getByRole("button", { name: "到达" }))
  expect(rowNames()).toEqual(["北京", "海淀", "中关村", "上海"])
  expect(active()).toBe("中关村")
})

test("expand, collapse, levels and the buttons of a row", async () => {
  const onEdit = vi.fn<(key: string) => void>()
  const onToggle = vi.fn<(key: string) => void>()
  const user = userEvent.setup()
  function renameButton({ key }: TreeItem) {
    return (
      <button type="button" onClick={() => onEdit(key)}>
        改名
      </button>
    )
  }
  function WithTools() {
    const tree = useRef<TreeHandle>(null)
    return (
      <>
        <button type="button" onClick={() => tree.current?.expandAll()}>
          全部展开
        </button>
        <button type="button" onClick={() => tree.current?.collapseAll()}>
          全部收起
        </button>
        <button type="button" onClick={() => tree.current?.expandTo(1)}>
          一级
        </button>
        <Ticking ref={tree} onToggle={onToggle} extra={renameButton} />
      </>
    )
  }
  render(<WithTools />)
  await user.click(screen.getByRole("button", { name: "全部展开" }))
  expect(rowNames()).toHaveLength(9)
  await user.click(screen.getByRole("button", { name: "一级" }))
  expect(rowNames()).toEqual(["教学楼", "一层", "二层", "Library", "阅览室", "操场"])
  await user.click(screen.getByRole("button", { name: "全部收起" }))
  expect(rowNames()).toHaveLength(3)
  const rename = within(row("操场")).getByRole("button", { name: "改名", hidden: true })
  await user.click(rename)
  rename.focus()
  await user.keyboard("{Enter}")
  expect(onEdit.mock.calls).toEqual([["操场"], ["操场"]])
  expect(onToggle, "a row's own button ticks nothing").not.toHaveBeenCalled()
})
