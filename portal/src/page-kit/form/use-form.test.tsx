import { call } from "@uc/contract/core/call"
import { fireEvent, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { z } from "zod"
import { Failure } from "../../platform/http/failure.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { useForm } from "./use-form.ts"

const save = call({
  service: "vms",
  method: "POST",
  encoding: "json",
  path: "/save",
  permission: null,
  writes: true,
  sensitive: false,
  input: z.object({
    name: z.string().trim().min(1, "请填写名称").max(20),
    phone: z.string().regex(/^1[0-9]{10}$/, "手机号不正确"),
    version: z.int(),
  }),
  output: z.object({ id: z.string() }),
})

interface Sent {
  readonly attempt?: (...sent: unknown[]) => Promise<{ id: string }>
  readonly version?: number
  readonly onClose?: () => void
}

function show({ attempt = async () => ({ id: "7" }), version = 1, onClose = () => undefined }: Sent = {}) {
  const sent = vi.fn(attempt)
  const onDone = vi.fn<(output: { id: string }) => void>()
  function Dialog() {
    const form = useForm({
      call: save,
      attempt: sent,
      // Nothing is drawn for the last one.
      initial: { name: "", tel: "", isSure: false, hidden: "" },
      input: ({ name, tel }) => ({ name, phone: tel, version }),
      fieldOf: { phone: "tel", version: "hidden" },
      check: ({ isSure }) => (isSure ? {} : "请先确认"),
      onDone,
    })
    return (
      <FormDialog title="新增" confirm="保存" form={form} onClose={onClose}>
        <TextField label="名称" {...form.text("name")} />
        <TextField label="电话" {...form.text("tel")} />
        <Tick label="确认" {...form.bind("isSure")} />
      </FormDialog>
    )
  }
  const { user } = renderPage(<Dialog />)
  return {
    user,
    sent,
    onDone,
    submit: () => user.click(screen.getByRole("button", { name: "保存" })),
    fill: async () => {
      await user.type(screen.getByLabelText("名称"), "甲")
      await user.type(screen.getByLabelText("电话"), "13800000000")
      await user.click(screen.getByLabelText("确认"))
    },
  }
}
const problemOf = (label: string) => {
  const id = screen.getByLabelText(label).getAttribute("aria-describedby")
  return id === null ? null : document.getElementById(id)?.textContent
}

test("[LAYOUT-3] the shape's sentences stand at their fields and nothing is sent", async () => {
  const { submit, sent } = show()
  await submit()
  expect([problemOf("名称"), problemOf("电话")]).toEqual(["请填写名称", "手机号不正确"])
  expect(screen.getByRole("alert").textContent).toContain("请先确认")
  expect(document.activeElement).toBe(screen.getByLabelText("名称"))
  expect(sent).not.toHaveBeenCalled()
})

test("[LAYOUT-3] a field is as long as the contract allows", () => {
  show()
  expect(screen.getByLabelText("名称").getAttribute("maxlength")).toBe("20")
})

test("[LAYOUT-3] typing takes the sentence away from its field alone", async () => {
  const { submit, user } = show()
  await submit()
  await user.type(screen.getByLabelText("名称"), "甲")
  expect([problemOf("名称"), problemOf("电话")]).toEqual([null, "手机号不正确"])
})

test("[LAYOUT-3] what is right is sent once, also when pressed twice", async () => {
  let done: (output: { id: string }) => void = () => undefined
  const { fill, submit, sent, onDone } = show({ attempt: () => new Promise((resolve) => (done = resolve)) })
  await fill()
  await submit()
  await submit()
  expect(sent).toHaveBeenCalledExactlyOnceWith(save, { name: "甲", phone: "13800000000", version: 1 })
  done({ id: "7" })
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

test("[LAYOUT-3] a refusal that names an input stands at its field", async () => {
  const taken = new Failure("refused", "该手机号已被使用", { field: "phone" })
  const { fill, submit } = show({ attempt: () => Promise.reject(taken) })
  await fill()
  await submit()
  await vi.waitFor(() => expect(problemOf("电话")).toBe("该手机号已被使用"))
  expect(screen.queryByRole("alert")).toBeNull()
})

test("[LAYOUT-3] any other refusal stands beside the button", async () => {
  const { fill, submit } = show({ attempt: () => Promise.reject(new Failure("refused", "单位已停用")) })
  await fill()
  await submit()
  expect((await screen.findByRole("alert")).textContent).toContain("单位已停用")
})

test("[LAYOUT-3] a sentence of zod's own is not shown to people", async () => {
  const { fill, submit, sent } = show({ version: 1.5 })
  await fill()
  await submit()
  expect(screen.getByRole("alert").textContent).toContain("填写有误，请检查")
  expect(sent).not.toHaveBeenCalled()
})

test("[LAYOUT-3] a refusal of a field that is not drawn stands beside the button", async () => {
  const stale = new Failure("refused", "已被他人修改", { field: "version" })
  const { fill, submit } = show({ attempt: () => Promise.reject(stale) })
  await fill()
  await submit()
  expect((await screen.findByRole("alert")).textContent).toContain("已被他人修改")
})

test("[LAYOUT-3] a tick shows what is refused of it", async () => {
  const refused = new Failure("refused", "不能确认", { field: "isSure" })
  const { fill, submit } = show({ attempt: () => Promise.reject(refused) })
  await fill()
  await submit()
  await vi.waitFor(() => expect(problemOf("确认")).toBe("不能确认"))
})

test("[LAYOUT-3] a form that is being saved is not closed", async () => {
  const onClose = vi.fn<() => void>()
  const { fill, submit, user } = show({ attempt: () => new Promise(() => undefined), onClose })
  await fill()
  await submit()
  await user.click(screen.getByRole("button", { name: "取消" }))
  await user.click(screen.getByRole("button", { name: "关闭" }))
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }))
  expect(onClose).not.toHaveBeenCalled()
})

test("[DAY-17] what the shape refuses when it is empty is marked as required", () => {
  show()
  expect(screen.getByLabelText("名称").getAttribute("aria-required")).toBe("true")
  // Another name in the call.
  expect(screen.getByLabelText("电话").getAttribute("aria-required")).toBe("true")
  expect(screen.getByLabelText("确认").hasAttribute("aria-required")).toBe(false)
  expect(screen.getAllByTitle("必填")).toHaveLength(2)
})
