import { applicationAdminCalls, type ListedApplication } from "@uc/contract/applications/admin-calls"
import { webhookCalls, type ApplicationWebhook } from "@uc/contract/applications/webhook-calls"
import { changedObjectLabels, changedObjects } from "@uc/contract/applications/webhooks"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface WebhookFormProps {
  readonly entry: ListedApplication
  /** Null: a new one. */
  readonly webhook: ApplicationWebhook | null
  /** The secret of a new one. */
  readonly onSecret: (secret: string) => void
  readonly onClose: () => void
}

/** SSO-5: where an application is told of changes, and of which. */
export const WebhookForm = closesWhenBroken(function WebhookForm(props: WebhookFormProps) {
  const { entry, webhook, onSecret, onClose } = props
  const { attempt } = useAction({ shown: [webhookCalls.details, applicationAdminCalls.list] })
  const form = useForm({
    call: webhookCalls.save,
    attempt,
    initial: () => ({
      address: webhook?.address ?? "",
      objects: [...(webhook?.objects ?? changedObjects)],
      isOff: webhook?.isOff ?? false,
    }),
    input: (typed) => ({ ...typed, id: entry.id, address: typed.address.trim() }),
    onDone({ secret }) {
      showToast("success", "已保存变更通知")
      if (secret !== null) onSecret(secret)
      onClose()
    },
  })
  const { objects } = form.values
  return (
    <FormDialog title={`“${entry.name}”的变更通知`} confirm="保存" form={form} onClose={onClose}>
      <TextField
        label="接收地址"
        inputMode="url"
        placeholder="https://oa.example.cn/webhook"
        hint="由应用厂商提供。通知中有人员信息，请使用 https:// 地址；http:// 只能用于服务器获准访问的内网"
        {...form.text("address")}
      />
      <Stack gap={4} role="group" aria-label="通知哪些变更">
        <Text>通知哪些变更</Text>
        <Row gap={12} wrap>
          {changedObjects.map((object) => (
            <Tick
              key={object}
              label={changedObjectLabels[object]}
              value={objects.includes(object)}
              onValue={(isOn) =>
                form.set({ objects: isOn ? [...objects, object] : objects.filter((each) => each !== object) })
              }
            />
          ))}
        </Row>
        {form.problems.objects !== undefined && (
          <Text as="p" tone="danger" size={13} role="alert">
            {form.problems.objects}
          </Text>
        )}
        <Text as="p" tone="soft" size={13}>
          只通知该应用使用范围内的人员，内容以“应用可以获知”为限；部门和单位的变更，需允许应用获知部门、所在单位。
        </Text>
      </Stack>
      <Tick label="关闭（不再发送；关闭期间的变更不会补发）" {...form.bind("isOff")} />
    </FormDialog>
  )
})
