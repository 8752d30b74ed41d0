import { peopleCalls, type FoundPerson } from "@uc/contract/people/calls"
import { useState, type Ref } from "react"
import { dial } from "../../../platform/browser/dial.ts"
import { showFailure } from "../../../platform/browser/toast.ts"
import { send } from "../../../platform/http/send.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"

interface PersonActionsProps {
  readonly person: FoundPerson
  /** Enter in the search box goes to the first of them. */
  readonly ref: Ref<HTMLDivElement>
  readonly onTask: () => void
  readonly onShow: () => void
}

/** DAY-12: what can be done with the person who is chosen in the search. */
export function PersonActions({ person, ref, onTask, onShow }: PersonActionsProps) {
  const [isBusy, setBusy] = useState(false)
  const { id, username, phone, mayCall, task } = person

  async function call() {
    if (isBusy) return
    setBusy(true)
    try {
      // The list shows the masked number; the whole one is told to be called, and logged.
      dial((await send(peopleCalls.phoneOf, { personid: id })).phone)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Row wrap gap={8} padX={16} padY={8} line="top" role="group" aria-label={`联系${username}`} ref={ref}>
      <Text grow truncate tone="soft" size={13}>
        {username} · {phone ?? "未登记手机号"}
      </Text>
      {mayCall && (
        <Button look="primary" aria-busy={isBusy} onClick={() => void call()}>
          <Icon name="phone" sizePx={16} />
          拨打电话
        </Button>
      )}
      {task !== null && (
        <Button onClick={onTask}>
          <Icon name="task" sizePx={16} />
          {task === "ask" ? "请求协助" : "布置任务"}
        </Button>
      )}
      <Button onClick={onShow}>
        <Icon name="person" sizePx={16} />
        查看资料
      </Button>
    </Row>
  )
}
