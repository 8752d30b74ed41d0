import { dictionaryAdminCalls, type CodeTable } from "@uc/contract/dictionary/admin-calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { LongTextField, TextField } from "../../ui/forms/form-fields.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { TableHead } from "./table-head.tsx"
import { useCodeAction } from "./use-code-action.ts"
import css from "./dictionary.module.css"

function partsOf(remark: string): string[] {
  return remark
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
}

/** SHELL-4: a dictionary without a table; its remark is a list separated by commas. */
export function OwnDictionary({ table }: { readonly table: CodeTable }) {
  const { attempt, refresh } = useCodeAction()
  const form = useForm({
    call: dictionaryAdminCalls.save,
    attempt,
    initial: { name: table.name, remark: table.remark ?? "" },
    input: ({ name, remark }) => ({
      ...(table.id !== null && { id: table.id, version: table.version }),
      table: null,
      code: table.code,
      name,
      remark: partsOf(remark).join() || null,
      isDisabled: false,
    }),
    onDone: () => showToast("success", "已保存"),
    onFailed: refresh,
  })
  const { name, remark } = form.values
  const parts = partsOf(remark)
  const isChanged = name !== table.name || parts.join() !== (table.remark ?? "")
  return (
    <Stack
      as="form"
      noValidate
      gap={16}
      className={css.own}
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
    >
      <TableHead table={table} />
      <TextField label="名称" {...form.text("name")} />
      <LongTextField label="列表" hint="用逗号分开，按这里的顺序显示" rows={3} {...form.text("remark")} />
      <Row as="ul" gap={6} wrap aria-label="列表预览">
        {[...new Set(parts)].map((part) => (
          <li key={part}>
            <Tag tone="brand">{part}</Tag>
          </li>
        ))}
      </Row>
      {form.problem && (
        <Text as="p" tone="danger" role="alert">
          {form.problem}
        </Text>
      )}
      <Row>
        <Button type="submit" look="primary" disabled={!isChanged} aria-busy={form.isBusy}>
          {form.isBusy && <Spinner sizePx={16} />}
          保存
        </Button>
      </Row>
    </Stack>
  )
}
