import { call } from "@uc/contract/core/call"
import { outcomeUnknown } from "@uc/contract/core/form-messages"
import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { useNavigate } from "react-router"
import { beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { Failure } from "../../platform/http/failure.ts"
import { keepUser } from "../../platform/session/session.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { formMessages } from "../../ui/forms/form-messages.ts"
import { DayField, TextField } from "../../ui/forms/form-fields.tsx"
import { useForm } from "./use-form.ts"

const save = call({
  service: "vms",
  method: "POST",
  encoding: "json",
  path: "/save",
  permission: null,
  writes: true,
  sensitive: false,
  input: z.object({ name: z.string(), day: z.string() }),
  output: z.object({ id: z.string() }),
})

interface Shown {
  readonly attempt?: () => Promise<{ id: string }>
  readonly hasFiles?: boolean
}

function Dialog({ attempt, hasFiles, onClose }: Required<Shown> & { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    call: save,
    attempt,
    initial: { name: "甲", day: "" },
    input: (values) => values,
    fallback: "操作失败，请重试",
    hasFiles,
    onDone: () => void navigate("/saved"),
  })
  return (
    <FormDialog title="修改" confirm="保存" form={form} onClose={onClose}>
      <TextField label="名称" {...form.text("name")} />
      <DayField label="日期" {...form.bind("day")} />
    </FormDialog>
  )
}

function Page(shown: Required<Shown>) {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <Dialog {...shown} onClose={() => setOpen(false)} /> : <p>列表</p>
}

/** One step from where somebody came, to which "back" leads. */
async function open({ attempt = async () => ({ id: "7" }), hasFiles = false }: Shown = {}) {
  const opened = renderPage(<Page attempt={attempt} hasFiles={hasFiles} />, { address: "/before" })
  await act(() => opened.router.navigate("/form?id=1"))
  await act(() => opened.router.navigate("/form?id=2"))
  return opened
}

const form = () => screen.queryByRole("dialog", { name: "修改" })
const confirm = () => screen.queryByRole("dialog", { name: formMessages.unsavedTitle })
const escape = () =>
  fireEvent(screen.getByRole("dialog", { name: "修改" }), new Event("cancel", { cancelable: true }))

const ways = {
  取消: () => fireEvent.click(screen.getByRole("button", { name: "取消" })),
  "×": () => fireEvent.click(screen.getByRole("button", { name: "关闭" })),
  Escape: escape,
} as const

beforeEach(() => keepUser(someUser))

for (const [name, way] of Object.entries(ways)) {
  test(`[LAYOUT-3] ${name} closes a form at once in which nothing was changed`, async () => {
    const { user } = await open()
    await user.type(screen.getByLabelText("名称"), "乙{Backspace}")
    way()
    expect([form(), confirm()]).toEqual([null, null])
  })

  test(`[LAYOUT-3] ${name} asks before it throws away what was typed`, async () => {
    const { user } = await open()
    await user.type(screen.getByLabelText("名称"), "乙")
    way()
    await user.click(screen.getByRole("button", { name: formMessages.goOn }))
    expect(confirm()).toBeNull()
    expect(screen.getByLabelText("名称")).toHaveProperty("value", "甲乙")
    way()
    await user.click(screen.getByRole("button", { name: formMessages.discard }))
    expect(form()).toBeNull()
  })
}

test("[LAYOUT-3] a file that was added is asked about like text", async () => {
  renderPage(<Page attempt={async () => ({ id: "7" })} hasFiles />)
  escape()
  expect(confirm()).toBeTruthy()
})

test("[LAYOUT-3] a day that can't be read is asked about, though no value has changed", async () => {
  const { user } = await open()
  await user.type(screen.getByLabelText("日期"), "2026-02-31")
  escape()
  expect(confirm()).toBeTruthy()
})

test.each([
  ["to another page", -2],
  ["within the page", -1],
])("[LAYOUT-3][DAY-9] back %s asks, and then takes away the form alone", async (_name, steps) => {
  const { router, user } = await open()
  await user.type(screen.getByLabelText("名称"), "乙")
  await act(() => router.navigate(steps))
  await user.click(await screen.findByRole("button", { name: formMessages.goOn }))
  expect(screen.getByLabelText("名称")).toHaveProperty("value", "甲乙")
  expect(router.state.location.search).toBe("?id=2")
  await act(() => router.navigate(steps))
  await user.click(await screen.findByRole("button", { name: formMessages.discard }))
  await waitFor(() => expect(form()).toBeNull())
  expect(router.state.location).toMatchObject({ pathname: "/form", search: "?id=2" })
})

test("[DAY-9] back on the question takes away the question alone, and asks no second one", async () => {
  const { router, user } = await open()
  await user.type(screen.getByLabelText("名称"), "乙")
  ways["×"]()
  await act(() => router.navigate(-2))
  await waitFor(() => expect(confirm()).toBeNull())
  expect(screen.getAllByRole("dialog")).toHaveLength(1)
  expect(screen.getByLabelText("名称")).toHaveProperty("value", "甲乙")
  expect(router.state.location.search).toBe("?id=2")
})

test("[LAYOUT-3] back leaves a form at once in which nothing was changed", async () => {
  const { router } = await open()
  await act(() => router.navigate(-2))
  await waitFor(() => expect(router.state.location.pathname).toBe("/before"))
  expect(confirm()).toBeNull()
})

test("[LAYOUT-3] a form whose answer was saved leads on without a question", async () => {
  const { router, user } = await open()
  await user.type(screen.getByLabelText("名称"), "乙")
  await user.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(router.state.location.pathname).toBe("/saved"))
  escape()
  expect([form(), confirm()]).toEqual([null, null])
})

test.each([
  ["time is up", new Failure("timeout", "加载超时")],
  ["the connection is lost", new Failure("slow", "当前网络较慢，请检查", { cause: new TypeError() })],
])("[LAYOUT-3] when %s a form says that nobody knows whether it was saved", async (_name, failure) => {
  const { user } = await open({ attempt: () => Promise.reject(failure) })
  await user.click(screen.getByRole("button", { name: "保存" }))
  expect((await screen.findByRole("alert")).textContent).toBe(outcomeUnknown)
})

test("[LAYOUT-3] a server that can't work now is told as a failure", async () => {
  const { user } = await open({ attempt: () => Promise.reject(new Failure("slow", "当前网络较慢，请检查")) })
  await user.click(screen.getByRole("button", { name: "保存" }))
  expect((await screen.findByRole("alert")).textContent).toBe("操作失败，请重试")
})
