import { statusMessages, type StatusCheck } from "@uc/contract/status/calls"
import type { CheckState } from "@uc/contract/status/findings"
import { Card } from "../../ui/layout/card.tsx"
import { Tag, type TagTone } from "../../ui/marks/tag.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { stateNames } from "./diagnosis.ts"

const looks: Readonly<Record<CheckState, { readonly tone: TagTone; readonly icon: IconName }>> = {
  error: { tone: "danger", icon: "danger" },
  warning: { tone: "caution", icon: "caution" },
  unknown: { tone: "plain", icon: "info" },
  ok: { tone: "done", icon: "check" },
}

function StateTag({ state }: { readonly state: CheckState }) {
  const { tone, icon } = looks[state]
  return (
    <Tag tone={tone} icon={icon}>
      {stateNames[state]}
    </Tag>
  )
}

/** What is wrong, and what to do: ahead of all else on the page. */
export function Problems({ checks }: { readonly checks: readonly StatusCheck[] }) {
  const problems = checks.filter(({ state }) => state !== "ok")
  if (problems.length === 0)
    return (
      <Row gap={8} pad={16} surface="done" role="status">
        <Icon name="done" sizePx={20} />
        <span>
          {statusMessages.fine}：{checks.length} 项检查全部通过
        </span>
      </Row>
    )
  return (
    <Card title={`需要处理（${problems.length}）`} icon="caution">
      <Stack as="ul" gap={16} padY={8} aria-label="需要处理">
        {problems.map(({ id, state, title, found, todo }) => (
          <Row as="li" key={id} gap={12} align="start" onPhone="stack">
            <Text rigid>
              <StateTag state={state} />
            </Text>
            <Stack gap={2} grow>
              <Text as="p" breaks>
                <b>{title}</b>：{found}
              </Text>
              {todo !== null && (
                <Text as="p" tone="soft" size={14} breaks>
                  处理办法：{todo}
                </Text>
              )}
            </Stack>
          </Row>
        ))}
      </Stack>
    </Card>
  )
}

/** Those that found nothing wrong, for who wants to know what was looked at. */
export function AllChecks({ checks }: { readonly checks: readonly StatusCheck[] }) {
  const fine = checks.filter(({ state }) => state === "ok")
  if (fine.length === 0) return null
  return (
    <Card title={`正常的检查（${fine.length}）`} icon="done">
      <Stack as="ul" gap={8} padY={8} aria-label="正常的检查">
        {fine.map(({ id, title, found }) => (
          <Row as="li" key={id} gap={8} align="start">
            <Text tone="done" rigid>
              <Icon name="check" sizePx={18} />
            </Text>
            <Text breaks grow>
              {title}：{found}
            </Text>
          </Row>
        ))}
      </Stack>
    </Card>
  )
}
