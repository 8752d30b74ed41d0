import type { ListedApplication } from "@uc/contract/applications/admin-calls"
import { applicationTrialCalls, type TrialStep } from "@uc/contract/applications/trial-calls"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./trial.module.css"

interface TrialProps {
  readonly entry: ListedApplication
  readonly onClose: () => void
}

/** SSO-3: the sign-on of an application, walked with the administrator's own account. */
export const Trial = closesWhenBroken(function Trial({ entry: { id, name }, onClose }: TrialProps) {
  const { data, error, isFetching, refetch } = useCall(applicationTrialCalls.run, { id })
  // What was seen earlier says nothing about now.
  const steps = isFetching ? null : (data?.steps ?? null)
  return (
    <Drawer title={name} label={`测试${name}`} tags={<Text tone="soft">登录测试</Text>} onClose={onClose}>
      <Stack gap={8}>
        <Text as="p" tone="soft" size={13}>
          服务器依次检查各个地址，并以您本人的身份试走登录。应用不会收到授权码或票据，也没有人因此登录。
        </Text>
        {error && !isFetching ? (
          <ErrorState title="没有完成测试" words={messageOf(error)} onRetry={() => void refetch()} />
        ) : !steps ? (
          <div role="status" aria-label="正在测试">
            <BarsSkeleton heightsPx={[56, 56, 56, 120]} />
          </div>
        ) : (
          <>
            <Summary steps={steps} />
            <ol>
              {steps.map((step) => (
                <Step key={`${step.title} ${step.address ?? ""}`} step={step} />
              ))}
            </ol>
            <Row>
              <Button onClick={() => void refetch()}>重新测试</Button>
            </Row>
          </>
        )}
      </Stack>
    </Drawer>
  )
})

function Summary({ steps }: { readonly steps: readonly TrialStep[] }) {
  const count = (state: TrialStep["state"]) => steps.filter((step) => step.state === state).length
  const [wrong, unknown] = [count("wrong"), count("unknown")]
  const words =
    wrong > 0
      ? `发现 ${wrong} 个问题${unknown > 0 ? `，另有 ${unknown} 项请人工确认` : ""}。`
      : unknown > 0
        ? `没有发现问题，有 ${unknown} 项请人工确认。`
        : "全部通过。"
  return (
    <Text as="p" role="status" tone={wrong > 0 ? "danger" : unknown > 0 ? "caution" : "done"}>
      {words}
    </Text>
  )
}

const looks = {
  right: { tone: "done", icon: "done", words: "通过" },
  wrong: { tone: "danger", icon: "danger", words: "有问题" },
  unknown: { tone: "caution", icon: "caution", words: "请确认" },
} as const

function Step({ step: { title, address, state, seen, todo, received } }: { readonly step: TrialStep }) {
  const { tone, icon, words } = looks[state]
  return (
    <Stack as="li" gap={4} padY={10} line="bottom">
      <Row wrap gap={8}>
        <Text as="b" grow>
          {title}
        </Text>
        <Tag tone={tone} icon={icon}>
          {words}
        </Tag>
      </Row>
      {address !== null && (
        <Text as="p" size={13} tone="faint" breaks>
          {address}
        </Text>
      )}
      <Text as="p" size={13} tone="soft" breaks>
        {seen}
      </Text>
      {todo !== null && (
        <Text as="p" size={13} tone={state === "wrong" ? "danger" : "caution"}>
          {todo}
        </Text>
      )}
      {received !== null && (
        // Whoever has no pointer scrolls it by the arrows.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={css.received} tabIndex={0} aria-label="应用将得到的内容">
          {received}
        </pre>
      )}
    </Stack>
  )
}
