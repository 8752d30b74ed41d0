import type { ErrorGroup } from "@uc/contract/api-docs/error-catalogue"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./api-docs.module.css"

type Listed = ErrorGroup["errors"][number]

const columns: readonly Column<Listed>[] = [
  { title: "代码", isName: true, width: "220px", cell: ({ code }) => <code>{code}</code> },
  { title: "含义", cell: ({ means }) => means },
  { title: "怎么办", cell: ({ todo }) => todo },
]

/** SSO-6: every code that a program may meet, and what to do about it. */
export function ErrorList({ groups }: { readonly groups: readonly ErrorGroup[] }) {
  return (
    <Stack gap={24} padY={12}>
      {groups.map(({ title, place, errors }) => (
        <Stack key={title} as="section" gap={8} aria-label={title}>
          <h2 className={css.title}>{title}</h2>
          <Text as="p" tone="soft">
            {place}
          </Text>
          <DataTable label={title} columns={columns} rows={errors} keyOf={({ code }) => code} />
        </Stack>
      ))}
    </Stack>
  )
}
