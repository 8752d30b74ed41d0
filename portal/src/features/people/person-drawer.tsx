import { drawerMessages, type DrawerOptions } from "@uc/contract/drawers/drawers"
import { peopleCalls, type SearchedPerson } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { useRef } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Avatar } from "../../ui/marks/avatar.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

/** A person: name, departments, posts, account; as much as the viewer may know. */
export default function PersonDrawer({
  options: { id, orgid },
}: {
  readonly options: DrawerOptions<"person">
}) {
  const user = useUser()
  const org = orgid ?? user?.orgid
  const { data, error, isPending, refetch } = useCall(
    peopleCalls.ofIds,
    { orgid: org ?? "", ids: id },
    { isEnabled: org !== undefined },
  )
  if (org === undefined) return <EmptyState isAlert art="empty" title={pickerMessages.person.userMissing} />
  if (error)
    return (
      <EmptyState
        isAlert
        art="broken"
        title="人员信息加载失败"
        words={messageOf(error, pickerMessages.failed)}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  if (isPending)
    return (
      <Delayed>
        <Stack gap={20} role="status">
          <span className="only-read-aloud">正在加载…</span>
          <Bar width={64} heightPx={64} />
          <Bar width="60%" heightPx={24} />
          <Bar heightPx={120} />
        </Stack>
      </Delayed>
    )
  const person = data[0]
  return person ? (
    <PersonCard person={person} />
  ) : (
    <EmptyState art="lost" title="查无此人" words={drawerMessages.nobody} />
  )
}

function PersonCard({
  person: { id, username, usercode, deptname, postname },
}: {
  readonly person: SearchedPerson
}) {
  // Without a picture the initial is shown.
  const shown = useRef<HTMLSpanElement>(null)
  const picture = useCall(profileCalls.pictureOf, { personid: id })
  async function copy() {
    if (await copyText(usercode, shown.current)) showToast("success", `已复制账号 ${usercode}`)
  }
  return (
    <Stack as="article" gap={20}>
      <Row as="header" gap={16}>
        <Avatar name={username} picture={picture.data?.himg ?? null} sizePx={64} />
        <div>
          <Text as="h3" size={20}>
            {username}
          </Text>
          <Text as="p" tone="soft">
            {postname || "未设置职务"}
          </Text>
        </div>
      </Row>
      <Facts>
        <Fact label="部门">
          <Words list={deptname} />
        </Fact>
        <Fact label="职务">
          <Words list={postname} />
        </Fact>
        <Fact label="账号">
          <Row gap={8}>
            <Text ref={shown} figures breaks>
              {usercode}
            </Text>
            <Button look="quiet" aria-label={`复制账号 ${usercode}`} title="复制" onClick={() => void copy()}>
              <Icon name="copy" sizePx={16} />
            </Button>
          </Row>
        </Fact>
      </Facts>
    </Stack>
  )
}

function Words({ list }: { readonly list: string }) {
  if (list === "") return <Text tone="faint">无</Text>
  return (
    <Row gap={8} wrap>
      {list.split("、").map((word) => (
        <Tag key={word}>{word}</Tag>
      ))}
    </Row>
  )
}
