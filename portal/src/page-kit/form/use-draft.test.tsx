import { call } from "@uc/contract/core/call"
import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { keepUser } from "../../platform/session/session.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField } from "../../ui/forms/form-fields.tsx"
import { formMessages } from "../../ui/forms/form-messages.ts"
import { useForm } from "./use-form.ts"

const save = call({
  service: "vms",
  method: "POST",
  encoding: "json",
  path: "/save",
  permission: null,
  writes: true,
  sensitive: false,
  input: z.object({ noticeid: z.string(), name: z.string() }),
  output: z.object({}),
})

function open(id = "1") {
  let closed = 0
  function Dialog() {
    const form = useForm({
      call: save,
      attempt: async () => ({}),
      initial: { name: "" },
      input: ({ name }) => ({ noticeid: id, name }),
      onDone: () => undefined,
    })
    return (
      <FormDialog title="修改" confirm="保存" form={form} onClose={() => closed++}>
        <TextField label="名称" {...form.text("name")} />
      </FormDialog>
    )
  }
  return { ...renderPage(<Dialog />), closed: () => closed }
}

const box = () => screen.getByRole<HTMLInputElement>("textbox", { name: "名称" })
const offer = () => screen.queryByRole("button", { name: formMessages.restoreDraft })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  keepUser(someUser)
})

test("[DAY-9] a draft that had files says that they are not in it", async () => {
  function Dialog({ hasFiles }: { readonly hasFiles: boolean }) {
    const form = useForm({
      call: save,
      attempt: async () => ({}),
      initial: { name: "" },
      input: ({ name }) => ({ noticeid: "9", name }),
      hasFiles,
      onDone: () => undefined,
    })
    return (
      <FormDialog title="修改" confirm="保存" form={form} onClose={() => undefined}>
        <TextField label="名称" {...form.text("name")} />
      </FormDialog>
    )
  }
  const { user, unmount } = renderPage(<Dialog hasFiles />)
  await user.type(box(), "护栏松动")
  unmount()
  renderPage(<Dialog hasFiles={false} />)
  expect(screen.getByRole("status").textContent).toContain(formMessages.filesNotKept)
  await user.click(screen.getByRole("button", { name: formMessages.restoreDraft }))
  expect(box().value).toBe("护栏松动")
  // Said on after it was taken over, because that is when they are added again.
  expect(screen.getByRole("status").textContent).toContain(formMessages.filesNotKept)
})

test("[DAY-9] what was typed is offered when the form is opened again, and put in when wanted", async () => {
  const { user, unmount } = open()
  await user.type(box(), "检查通道")
  unmount()
  const again = open()
  expect(box().value).toBe("")
  const restore = offer()
  if (!restore) throw new Error("No draft is offered")
  await again.user.click(restore)
  expect(box().value).toBe("检查通道")
  expect(offer()).toBeNull()
})

test("[DAY-9] a draft belongs to what it was typed for, and to nobody else's form", async () => {
  const { user, unmount } = open("1")
  await user.type(box(), "检查通道")
  unmount()
  open("2").unmount()
  const other = open("2")
  expect(offer()).toBeNull()
  other.unmount()
  keepUser({ ...someUser, id: "999" })
  open("1")
  expect(offer()).toBeNull()
})

test("[DAY-9] a draft is gone once it is refused, saved or thrown away with the form", async () => {
  const typed = async () => {
    const opened = open()
    await opened.user.type(box(), "检查通道")
    return opened
  }
  ;(await typed()).unmount()
  const refused = open()
  await refused.user.click(screen.getByRole("button", { name: formMessages.discard }))
  refused.unmount()
  expect([open(), offer()][1]).toBeNull()
  document.body.replaceChildren()

  const saved = await typed()
  await saved.user.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes("draft:"))).toEqual([]))
  saved.unmount()

  const left = await typed()
  await left.user.click(screen.getByRole("button", { name: "取消" }))
  const confirm = within(await screen.findByRole("dialog", { name: formMessages.unsavedTitle }))
  await left.user.click(confirm.getByRole("button", { name: formMessages.discard }))
  expect(left.closed()).toBe(1)
  left.unmount()
  open()
  expect(offer()).toBeNull()
})
