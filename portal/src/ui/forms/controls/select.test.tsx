import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { Select, type SelectChoice } from "./select.tsx"

const few: readonly SelectChoice<string>[] = [
  ["", "全部"],
  ["a", "apple"],
  ["b", "banana"],
  ["c", "cherry"],
]
const many: readonly SelectChoice<string>[] = Array.from({ length: 30 }, (_, at) => [`${at}`, `第${at}小学`])

function shown(choices = few, start = "a") {
  const told: string[] = []
  function Form() {
    const [value, setValue] = useState(start)
    return (
      <>
        <label htmlFor="box">状态</label>
        <Select
          id="box"
          value={value}
          choices={choices}
          onChange={(key) => {
            told.push(key)
            setValue(key)
          }}
        />
        <button type="button">别处</button>
      </>
    )
  }
  render(<Form />)
  return { told, box: screen.getByRole("combobox", { name: "状态" }), user: userEvent.setup() }
}

const active = () => document.querySelector("[role=option][data-active]")?.textContent

test("[LAYOUT-3] a select shows what is chosen, and a press on an option chooses it once", async () => {
  const { told, box, user } = shown()
  expect([box.textContent, box.getAttribute("aria-expanded")]).toEqual(["apple", "false"])
  await user.click(box)
  expect(screen.getByRole("option", { name: "apple" }).getAttribute("aria-selected")).toBe("true")
  await user.click(screen.getByRole("option", { name: "cherry" }))
  expect([told, box.textContent]).toEqual([["c"], "cherry"])
  expect(screen.queryByRole("listbox")).toBeNull()
  expect(document.activeElement).toBe(box)
})

test("[LAYOUT-3] arrows, Home, End and letters move from what is chosen, Enter chooses", async () => {
  const { told, box, user } = shown()
  box.focus()
  await user.keyboard("{ArrowDown}")
  expect(active()).toBe("apple")
  expect(box.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { name: "apple" }).id)
  await user.keyboard("{ArrowUp}{ArrowUp}")
  expect(active()).toBe("cherry")
  await user.keyboard("{Home}")
  expect(active()).toBe("全部")
  await user.keyboard("b")
  expect(active()).toBe("banana")
  await user.keyboard("{Enter}")
  expect(told).toEqual(["b"])
})

test("[LAYOUT-3] a letter on the closed box opens it at what begins so", async () => {
  const { box, user } = shown()
  box.focus()
  await user.keyboard("c")
  expect(active()).toBe("cherry")
})

test("[LAYOUT-3] Escape closes the list alone and changes nothing; so does a press elsewhere", async () => {
  const { told, box, user } = shown()
  await user.click(box)
  await user.keyboard("{ArrowDown}{Escape}")
  expect(screen.queryByRole("listbox")).toBeNull()
  expect(document.activeElement).toBe(box)
  await user.click(box)
  await user.click(screen.getByRole("button", { name: "别处" }))
  expect(screen.queryByRole("listbox")).toBeNull()
  expect(told).toEqual([])
})

test("[LAYOUT-3] Tab goes on to what stands after the box", async () => {
  const { box, user } = shown(many, "3")
  box.focus()
  await user.keyboard("{ArrowDown}")
  await user.tab()
  expect(document.activeElement?.textContent).toBe("别处")
  expect(screen.queryByRole("listbox")).toBeNull()
})

test("[LAYOUT-3] a long list is searched, a short one is not", async () => {
  const { told, box, user } = shown(many, "3")
  await user.click(box)
  await user.keyboard("第12")
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["第12小学"])
  await user.keyboard("{Enter}")
  expect(told).toEqual(["12"])
  await user.click(box)
  await user.keyboard("没有这个")
  expect(screen.getByRole("status").textContent).toBe("没有匹配的选项")
})

test("[LAYOUT-3] a divided list has the headings of its parts", async () => {
  render(
    <Select
      label="页面"
      value=""
      placeholder="请选择页面"
      choices={[
        ["1", "应用", "常用"],
        ["2", "任务", "常用"],
        ["3", "台账", "我的菜单"],
      ]}
      onChange={() => undefined}
    />,
  )
  const box = screen.getByRole("combobox", { name: "页面" })
  expect(box.textContent).toBe("请选择页面")
  await userEvent.click(box)
  expect(screen.getByRole("listbox").textContent).toBe("常用应用任务我的菜单台账")
})

test("[LAYOUT-3] a press on the sentence of an empty list leaves the focus in its search", async () => {
  const { box, user } = shown(many, "3")
  await user.click(box)
  await user.keyboard("没有这个")
  const search = screen.getByRole("combobox", { name: "搜索选项" })
  // False: what the browser would do with it, which is to move the focus, was prevented.
  expect(fireEvent.mouseDown(screen.getByRole("status"))).toBe(false)
  expect(fireEvent.mouseDown(search)).toBe(true)
})

test("[LAYOUT-3] Escape is the open list's, also when the focus was lost, and brings it back", async () => {
  const { box, user } = shown(many, "3")
  await user.click(box)
  ;(document.activeElement as HTMLElement).blur()
  const isLeftToOthers = fireEvent.keyDown(document.body, { key: "Escape" })
  expect(isLeftToOthers).toBe(false)
  expect(screen.queryByRole("listbox")).toBeNull()
  expect(document.activeElement).toBe(box)
})
