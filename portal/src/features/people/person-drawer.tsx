import { drawerMessages, type DrawerOptions } from "@uc/contract/drawers/drawers"
import { peopleCalls, type SearchedPerson } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { useRef, type ReactNode } from "react"
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
import css from "./person-drawer.module.css"

/** Who a person is: name, departments, posts, account; as much as whoever looks may know. */
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
        title="人员信息没有加载成功"
        words={messageOf(error, pickerMessages.failed)}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  if (isPending)
    return (
      <Delayed>
        <div className={css.waiting} role="status">
          <span className="only-read-aloud">正在加载…</span>
          <Bar width={64} heightPx={64} />
          <Bar width="60%" heightPx={24} />
          <Bar heightPx={120} />
        </div>
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
  // Without it the initial stands there: no reason to say anything.
  const shown = useRef<HTMLSpanElement>(null)
  const picture = useCall(profileCalls.pictureOf, { personid: id })
  async function copy() {
    if (await copyText(usercode, shown.current)) showToast("success", `已复制账号 ${usercode}`)
  }
  return (
    <article className={css.card}>
      <header className={css.who}>
        <Avatar name={username} picture={picture.data?.himg ?? null} sizePx={64} />
        <div>
          <h3>{username}</h3>
          <p>{postname || "未设置职务"}</p>
        </div>
      </header>
      <dl className={css.facts}>
        <Fact label="部门">
          <Words list={deptname} />
        </Fact>
        <Fact label="职务">
          <Words list={postname} />
        </Fact>
        <Fact label="账号">
          <span ref={shown} className={css.code}>
            {usercode}
          </span>
          <Button look="quiet" aria-label={`复制账号 ${usercode}`} title="复制" onClick={() => void copy()}>
            <Icon name="copy" sizePx={16} />
          </Button>
        </Fact>
      </dl>
    </article>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Words({ list }: { readonly list: string }) {
  if (list === "") return <span className={css.none}>无</span>
  return list.split("、").map((word) => <Tag key={word}>{word}</Tag>)
}
