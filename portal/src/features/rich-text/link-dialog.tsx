import type { Editor } from "@tiptap/react"
import { useState } from "react"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField } from "../../ui/forms/form-fields.tsx"
import { isLink } from "./extensions.ts"

interface DialogProps {
  readonly editor: Editor
  readonly onClose: () => void
}

export const LinkDialog = closesWhenBroken(function LinkDialog({ editor, onClose }: DialogProps) {
  const before: unknown = editor.getAttributes("link")["href"]
  const [begun] = useState(typeof before === "string" ? before : "https://")
  const [address, setAddress] = useState(begun)
  const [problem, setProblem] = useState<string | null>(null)

  function set() {
    const href = address.trim()
    const isNone = href === "" || href === "https://"
    if (!isNone && !isLink(href)) return setProblem("请填写 http、https 网址或 mailto 邮箱地址")
    const chain = editor.chain().focus().extendMarkRange("link")
    if (isNone) chain.unsetLink().run()
    else if (editor.state.selection.empty && typeof before !== "string")
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }

  return (
    <FormDialog
      title="链接"
      confirm="确定"
      form={{ isBusy: false, problem, failures: 0, isChanged: address !== begun, onSubmit: set }}
      onClose={onClose}
    >
      <TextField label="地址" value={address} maxLength={300} hint="留空则取消链接" onValue={setAddress} />
    </FormDialog>
  )
})
