import type { CurrentUser } from "@uc/contract/account/calls"
import { screenAdminCalls } from "@uc/contract/screens/admin-calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { TextField } from "../../ui/forms/form-fields.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import type { GivenCode } from "./screen-code.tsx"
import css from "./screens.module.css"

interface ScreenFormProps {
  readonly user: CurrentUser
  readonly onCreated: (given: GivenCode) => void
}

const shown = [screenAdminCalls.list]

/** One field above the list: a new screen needs no more than a name. */
export function ScreenForm({ user: { orgid, orgname }, onCreated }: ScreenFormProps) {
  const { attempt } = useAction({ shown })
  const form = useForm({
    call: screenAdminCalls.create,
    attempt,
    initial: { name: "" },
    input: ({ name }) => ({ orgid, name: name.trim() }),
    onDone(given) {
      form.set({ name: "" })
      onCreated(given)
    },
  })
  return (
    <Stack
      as="form"
      gap={8}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
    >
      <TextField
        label="大屏名称"
        placeholder="例如：一楼值班室"
        hint={`显示“${orgname}”及其管辖范围内的情况，只能查看，不显示个人电话`}
        {...form.text("name")}
      />
      {form.problem && (
        <Text as="p" tone="danger" size={13} role="alert">
          {form.problem}
        </Text>
      )}
      <Row onPhone="fill">
        <Button type="submit" look="primary" aria-busy={form.isBusy}>
          {form.isBusy && <Spinner sizePx={16} />}
          新增大屏
        </Button>
      </Row>
    </Stack>
  )
}
