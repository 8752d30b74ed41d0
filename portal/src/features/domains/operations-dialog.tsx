import { domainCalls, type ListedDomain } from "@uc/contract/domains/calls"
import { operationLimits } from "@uc/contract/reauth/hosted-operations"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { FieldPair, TextField } from "../../ui/forms/form-fields.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface OperationsDialogProps {
  readonly domain: ListedDomain
  readonly onDone: () => void
  readonly onClose: () => void
}

const empty = { mid: "", name: "" }

/** DISTRICT-13: the operations that pages of a site may have somebody prove who they are for. */
export const OperationsDialog = closesWhenBroken(function OperationsDialog(props: OperationsDialogProps) {
  const { domain, onDone, onClose } = props
  const { attempt } = useAction({ shown: [] })
  const form = useForm({
    call: domainCalls.saveOperations,
    attempt,
    initial: { operations: domain.operations.length > 0 ? domain.operations : [empty] },
    input: ({ operations }) => ({
      id: domain.id,
      version: domain.version,
      // A row that nobody has filled in means nothing.
      operations: operations
        .map(({ mid, name }) => ({ mid: mid.trim(), name: name.trim() }))
        .filter(({ mid, name }) => mid !== "" || name !== ""),
    }),
    onDone() {
      showToast("success", "已保存网站的操作")
      onDone()
      onClose()
    },
  })
  const { operations } = form.values
  const put = (at: number, change: Partial<typeof empty>) =>
    form.set({ operations: operations.map((row, each) => (each === at ? { ...row, ...change } : row)) })

  return (
    <FormDialog title={`“${domain.name}”的操作`} confirm="保存" form={form} onClose={onClose}>
      <Text as="p" tone="soft">
        网站请用户再次验证身份时，只能使用这里登记的操作；验证窗口会显示操作名称和网站名称。网站还需要勾选“身份验证”和“当前用户”功能，并生成票据密钥。
      </Text>
      <Stack as="ul" gap={8}>
        {operations.map((row, at) => (
          <Row as="li" key={at} gap={8} align="end">
            <Stack grow>
              <FieldPair>
                <TextField
                  label={`标识（第 ${at + 1} 项）`}
                  placeholder="finance:transfer"
                  maxLength={operationLimits.id}
                  value={row.mid}
                  onValue={(mid) => put(at, { mid })}
                />
                <TextField
                  label={`名称（第 ${at + 1} 项）`}
                  placeholder="例如 转账"
                  maxLength={operationLimits.name}
                  value={row.name}
                  onValue={(name) => put(at, { name })}
                />
              </FieldPair>
            </Stack>
            <Button
              look="quiet"
              aria-label={`删除第 ${at + 1} 项`}
              onClick={() => form.set({ operations: operations.filter((_row, each) => each !== at) })}
            >
              <Icon name="minus" />
            </Button>
          </Row>
        ))}
      </Stack>
      {form.problems.operations !== undefined && (
        <Text as="p" tone="danger" size={13} role="alert">
          {form.problems.operations}
        </Text>
      )}
      {operations.length < operationLimits.perDomain && (
        <Row>
          <Button onClick={() => form.set({ operations: [...operations, empty] })}>
            <Icon name="plus" sizePx={16} />
            添加操作
          </Button>
        </Row>
      )}
    </FormDialog>
  )
})
