import { codeAsTyped, patrolLimits } from "@uc/contract/patrols/admin-calls"
import { useId, useState } from "react"
import { Button } from "../../../ui/forms/button.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "../patrols.module.css"

/** Where nothing can be scanned: the characters under the code. */
export function TypedCode({ onCode }: { readonly onCode: (code: string) => void }) {
  const id = useId()
  const [typed, setTyped] = useState("")
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Stack
      as="form"
      gap={6}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = codeAsTyped(typed)
        if (code === "") setProblem("请输入二维码下方的编号")
        else onCode(code)
      }}
    >
      <Text as="label" weight={500} htmlFor={id}>
        或输入编号
      </Text>
      <Row gap={8} align="stretch">
        <Text
          as="input"
          grow
          padX={12}
          figures
          id={id}
          className={css.typed}
          value={typed}
          maxLength={patrolLimits.code}
          placeholder="例如：7K3M 9QXW 2FTA"
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="next"
          spellCheck={false}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" look="primary">
          下一步
        </Button>
      </Row>
      {problem !== null && (
        <Text as="p" tone="danger" id={`${id}-problem`} role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
