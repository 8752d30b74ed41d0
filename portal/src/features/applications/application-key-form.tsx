import { keyScopeLabels, keyScopes, type KeyScope } from "@uc/contract/applications/application-keys"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import type { Id } from "@uc/contract/core/wire"
import { useForm } from "../../page-kit/form/use-form.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

const spans = [
  ["90", "90 天"],
  ["365", "1 年"],
  ["1095", "3 年"],
  ["", "长期有效"],
] as const

interface ApplicationKeyFormProps {
  readonly id: Id
  readonly onMade: (key: string) => void
  readonly onClose: () => void
}

/** SSO-5: one more key of an application. */
export const ApplicationKeyForm = closesWhenBroken(function ApplicationKeyForm({
  id,
  onMade,
  onClose,
}: ApplicationKeyFormProps) {
  const { attempt } = useAction({ shown: [applicationKeyCalls.list] })
  const form = useForm({
    call: applicationKeyCalls.add,
    attempt,
    initial: { name: "", scopes: ["directory:read"] as KeyScope[], days: "365" },
    input: ({ name, scopes, days }) => ({
      id,
      name: name.trim(),
      scopes,
      days: days === "" ? null : Number(days),
    }),
    onDone({ key }) {
      onMade(key)
      onClose()
    },
  })
  const { scopes } = form.values
  return (
    <FormDialog title="新增接口密钥" confirm="生成" form={form} onClose={onClose}>
      <TextField label="名称" placeholder="例如 人员同步" {...form.text("name")} />
      <Stack gap={4} role="group" aria-label="权限">
        <Text>权限</Text>
        <Row gap={12} wrap>
          {keyScopes.map((scope) => (
            <Tick
              key={scope}
              label={keyScopeLabels[scope]}
              value={scopes.includes(scope)}
              onValue={(isOn) =>
                form.set({ scopes: isOn ? [...scopes, scope] : scopes.filter((each) => each !== scope) })
              }
            />
          ))}
        </Row>
        <Text as="p" tone="soft" size={13}>
          写入通讯录还需要把该应用设为主数据源。
        </Text>
        {form.problems.scopes !== undefined && (
          <Text as="p" tone="danger" size={13} role="alert">
            {form.problems.scopes}
          </Text>
        )}
      </Stack>
      <ChoiceField label="有效期" choices={spans} {...form.bind("days")} />
    </FormDialog>
  )
})
