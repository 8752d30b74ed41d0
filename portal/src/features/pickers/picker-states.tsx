import { pickerMessages } from "@uc/contract/pickers/pickers"
import type { ReactNode } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { keepFocus } from "./keep-focus.ts"

const rows = [62, 48, 55, 40, 66, 44, 52, 58]

/** The choices are loading. */
export function PickerSkeleton() {
  return (
    <Delayed>
      <Stack gap={16} padX={20} padY={12} role="status">
        <span className="only-read-aloud">正在加载…</span>
        {rows.map((width) => (
          <Row key={width} gap={12} aria-hidden="true">
            <Bar width={16} />
            <Bar width={`${width}%`} />
          </Row>
        ))}
      </Stack>
    </Delayed>
  )
}

interface PickerEmptyProps {
  readonly title: string
  /** What is missing, and what to do. */
  readonly words?: ReactNode
  readonly actions?: ReactNode
}

export function PickerEmpty(said: PickerEmptyProps) {
  return <State {...said} role="status" icon={<Icon name="folder" sizePx={36} />} />
}

interface StateProps extends PickerEmptyProps {
  readonly role: "status" | "alert"
  readonly icon: ReactNode
}

function State({ role, icon, title, words, actions }: StateProps) {
  return (
    <Stack fills align="center" justify="center" gap={6} pad={24} centred role={role}>
      <Text tone={role === "alert" ? "danger" : "faint"}>{icon}</Text>
      <Text as="p" size={15}>
        {title}
      </Text>
      {words && (
        <Text as="p" tone="faint">
          {words}
        </Text>
      )}
      {actions && (
        <Row wrap justify="center" gap={8} padY={8}>
          {actions}
        </Row>
      )}
    </Stack>
  )
}

interface PickerErrorProps {
  readonly error: unknown
  /** Without it there is no retry. */
  readonly onRetry?: () => void
}

/** PICK-0: the server's sentence, or ours. */
export function PickerError({ error, onRetry }: PickerErrorProps) {
  const sentence = typeof error === "string" ? error : messageOf(error, pickerMessages.failed)
  const retry = onRetry && (
    <Button
      onClick={(event) => {
        keepFocus(event.currentTarget)
        onRetry()
      }}
    >
      <Icon name="retry" sizePx={16} />
      重试
    </Button>
  )
  return (
    <State
      role="alert"
      icon={<Icon name="danger" sizePx={36} />}
      title={sentence ?? pickerMessages.failed}
      actions={retry}
    />
  )
}
