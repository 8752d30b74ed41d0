import { alarmSourceCalls, type AlarmSource } from "@uc/contract/alarm-sources/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { Button } from "../../ui/forms/button.tsx"
import { TextField } from "../../ui/forms/form-fields.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./alarm-sources.module.css"

interface SourceFormProps {
  readonly user: CurrentUser
  readonly onCreated: (made: { readonly source: AlarmSource; readonly secret: string }) => void
}

const shown = [alarmSourceCalls.sources]

/** One field above the list: a new source needs no more than a name. */
export function SourceForm({ user: { orgid, orgname }, onCreated }: SourceFormProps) {
  const { attempt } = useAction({ shown })
  const form = useForm({
    call: alarmSourceCalls.createSource,
    attempt,
    initial: { name: "" },
    input: ({ name }) => ({ orgid, name: name.trim() }),
    onDone(made) {
      form.set({ name: "" })
      onCreated(made)
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
        label="新增来源"
        placeholder="例如：食堂燃气监测系统"
        hint={`为“${orgname}”及其管辖范围内的单位上报预警`}
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
          新增并生成密钥
        </Button>
      </Row>
    </Stack>
  )
}
