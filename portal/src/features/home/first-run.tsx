import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { firstRunCalls, firstRunSteps, type FirstRunStep } from "@uc/contract/home/first-run-calls"
import { useEffect, useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { useCall } from "../../platform/http/use-call.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

const hiddenKey = ({ id }: CurrentUser) => `first-run-hidden:${id}`
/** All was done when this browser last asked. */
const doneKey = ({ id }: CurrentUser) => `first-run-done:${id}`

/** DAY-15: what is still to be set up, for the platform's administrator; gone when all is done or somebody hides it. */
export function FirstRunList({ user }: { readonly user: CurrentUser }) {
  const [isHidden, setHidden] = useState(() => browserStorage.get(hiddenKey(user)) !== null)
  if (user.admintype !== admintypes.platform || isHidden) return null
  function hide() {
    browserStorage.set(hiddenKey(user), "1")
    setHidden(true)
  }
  return <Steps user={user} onHide={hide} />
}

/** Which steps there are is known before the answer: they are drawn at once, so that it does not push the cards down. */
function Steps({ user, onHide }: { readonly user: CurrentUser; readonly onHide: () => void }) {
  const [wasDone] = useState(() => browserStorage.get(doneKey(user)) !== null)
  const { data: done, error } = useCall(firstRunCalls.progress, {})
  const steps = Object.keys(firstRunSteps) as FirstRunStep[]
  const isDone = done === undefined ? wasDone : steps.every((step) => done[step])
  useEffect(() => {
    if (done === undefined) return
    if (isDone) browserStorage.set(doneKey(user), "1")
    else browserStorage.remove(doneKey(user))
  }, [done, isDone, user])
  // A list that can't be loaded is missing: the home page does not depend on it.
  if (isDone || (!done && error)) return null
  return (
    <Card
      title="开始使用"
      icon="task"
      words={`${done ? `已完成 ${steps.filter((step) => done[step]).length} / ${steps.length} 步` : "正在读取进度"}，按顺序设置后即可投入使用。`}
      actions={
        <Button look="text" onClick={onHide}>
          不再显示
        </Button>
      }
    >
      <Stack as="ol" gap={4} padY={8}>
        {steps.map((step) => {
          const { name, words, place } = firstRunSteps[step]
          return (
            <Row as="li" key={step} gap={10}>
              <Text tone={done?.[step] ? "done" : "faint"}>
                <Icon name={done?.[step] ? "done" : "clock"} sizePx={18} />
              </Text>
              <Link to={place}>{name}</Link>
              <Text grow tone="soft" size={13}>
                {words}
              </Text>
              <Text tone="soft" size={13}>
                {!done ? "读取中" : done[step] ? "已完成" : "待设置"}
              </Text>
            </Row>
          )
        })}
      </Stack>
    </Card>
  )
}
