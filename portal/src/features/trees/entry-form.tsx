import type { Id } from "@uc/contract/core/wire"
import type { TreeCalls, TreeEntry } from "@uc/contract/trees/tree-calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ChoiceField, TextField } from "../../ui/forms/form-fields.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { kindsBelow, pathOf, type ShownTree } from "./tree-places.ts"
import { useTreeAction } from "./use-tree-action.ts"

interface EntryFormProps {
  readonly calls: TreeCalls
  readonly tree: ShownTree
  readonly orgid: Id | undefined
  /** What is changed; null: a new one below `parent`. */
  readonly entry: TreeEntry | null
  readonly parent: TreeEntry | null
  readonly onSaved: (id: Id) => void
  readonly onClose: () => void
}

export const EntryForm = closesWhenBroken(function EntryForm(given: EntryFormProps) {
  const { calls, tree, orgid, entry, parent, onSaved, onClose } = given
  const { attempt, refresh } = useTreeAction(calls)
  const { shape } = tree
  const kinds = kindsBelow(shape, parent)
  const form = useForm({
    call: calls.save,
    attempt,
    initial: {
      kind: entry?.kind ?? kinds.at(-1) ?? "",
      name: entry?.name ?? "",
      code: entry?.code ?? "",
      note: entry?.note ?? "",
    },
    input: ({ kind, name, code, note }) => ({
      ...(orgid !== undefined && { orgid }),
      ...(entry
        ? { id: entry.id, version: entry.version }
        : { parentId: parent?.id ?? null, kind, ...(shape.code && { code }) }),
      name,
      ...(shape.note && { note }),
    }),
    onDone({ id }, { name }) {
      showToast("success", entry ? "已保存" : `已新增“${name.trim()}”`)
      onSaved(id)
      onClose()
    },
    onFailed: refresh,
  })
  const one = shape.kinds[form.values.kind]?.label ?? shape.one
  return (
    <FormDialog
      title={entry ? `编辑“${entry.name}”` : `新增${one}`}
      confirm="保存"
      form={form}
      onClose={onClose}
    >
      {parent && !entry && (
        <Text as="p" tone="soft" breaks>
          上级：{pathOf(tree, parent.id)}
        </Text>
      )}
      {!entry && kinds.length > 1 && (
        <ChoiceField
          label="类型"
          choices={kinds.map((kind) => [kind, shape.kinds[kind]?.label ?? kind] as const)}
          {...form.bind("kind")}
        />
      )}
      {shape.code && (
        <TextField
          label={shape.code.label}
          hint={shape.code.hint}
          isReadOnly={entry !== null}
          {...form.text("code")}
        />
      )}
      <TextField label="名称" {...form.text("name")} />
      {shape.note && <TextField label={shape.note.label} hint={shape.note.hint} {...form.text("note")} />}
    </FormDialog>
  )
})
