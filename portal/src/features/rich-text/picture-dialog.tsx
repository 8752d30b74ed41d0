import type { Editor } from "@tiptap/react"
import { richTextLimits } from "@uc/contract/rich-text/rich-text"
import { useState } from "react"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField } from "../../ui/forms/form-fields.tsx"

/** What the picture shows, for who can't see it. */
export const PictureDialog = closesWhenBroken(function PictureDialog({
  editor,
  onClose,
}: {
  readonly editor: Editor
  readonly onClose: () => void
}) {
  const [begun] = useState(() => String(editor.getAttributes("picture")["alt"] ?? ""))
  const [alt, setAlt] = useState(begun)

  function set() {
    editor.chain().focus().updateAttributes("picture", { alt: alt.trim() }).run()
    onClose()
  }

  return (
    <FormDialog
      title="图片说明"
      confirm="确定"
      form={{ isBusy: false, problem: null, failures: 0, isChanged: alt !== begun, onSubmit: set }}
      onClose={onClose}
    >
      <TextField
        label="说明"
        value={alt}
        maxLength={richTextLimits.alt}
        hint="图片无法显示或由读屏软件朗读时使用"
        onValue={setAlt}
      />
    </FormDialog>
  )
})
