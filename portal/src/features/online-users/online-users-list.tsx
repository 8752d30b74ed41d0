import { inThousands } from "../../ui/format/in-thousands.ts"
import { holdsBeyond } from "@uc/contract/roles/permissions"
import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { onlineUserCalls, onlineUserLimits, type OnlineSession } from "@uc/contract/online-users/calls"
import { useIsFetching, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { ListPage } from "../../page-kit/list/list-page.tsx"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { callKey } from "../../platform/http/use-call.ts"
import { useUsertypes } from "../dictionary/public.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { onlineFilters } from "./online-filters.ts"

interface Asked {
  readonly what: "one" | "all"
  readonly session: OnlineSession
}

function totals({ people, total }: { readonly people: number; readonly total: number }) {
  return (
    <Text as="p" tone="soft" role="status">
      {inThousands(people)} 人在线，共 {inThousands(total)} 处登录
    </Text>
  )
}

/** For administrators: who is signed in, and from where. */
export function OnlineUsers({ user }: { readonly user: CurrentUser }) {
  const queries = useQueryClient()
  const url = useUrlFilters(onlineFilters)
  const { choices } = useUsertypes()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { username, usertype } = url.state
  const queryKey = callKey(onlineUserCalls.list)
  const isFetching = useIsFetching({ queryKey }) > 0

  async function end({ what, session }: Asked): Promise<string | null> {
    const { id, personid, nickname, isCurrent } = session
    try {
      if (what === "one")
        await send(onlineUserCalls.end, { session: id, ...(isCurrent && { own: 1 as const }) })
      else await send(onlineUserCalls.endAll, { personid })
      showToast("success", `${nickname}已下线`)
      return null
    } catch (problem) {
      return messageOf(problem)
    } finally {
      await queries.invalidateQueries({ queryKey })
    }
  }

  return (
    <ListPage
      title="在线用户"
      words="谁正在使用，从哪里、用什么浏览器登录。账号被他人使用或设备遗失时，可以强制其下线。"
      label="在线用户"
      what="在线用户"
      url={url}
      fields={[
        {
          search: "username",
          label: "人员",
          placeholder: "姓名、拼音或账号",
          maxLength: onlineUserLimits.searched,
        },
        holdsBeyond(user, "online.manage") && {
          choice: "usertype",
          label: "类型",
          choices: [["", "全部"], ...choices],
        },
      ]}
      call={onlineUserCalls.list}
      input={{ ...(username !== "" && { username }), ...(usertype !== "" && { usertype }) }}
      file={onlineUserCalls.exportList}
      actions={
        <Button aria-busy={isFetching} onClick={() => void queries.invalidateQueries({ queryKey })}>
          <Icon name="retry" sizePx={16} />
          刷新
        </Button>
      }
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={[...columns, actionsColumn(setAsked)]}
      paging={{ by: "cursor", key: "after", input: "after", nextOf: ({ next }) => next }}
      empty={{ title: "没有在线用户" }}
      summary={totals}
    >
      {asked && (
        <ConfirmDialog
          {...wordsOf(asked, user)}
          confirm="强制下线"
          look="danger"
          onConfirm={() => end(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </ListPage>
  )
}

function wordsOf({ what, session }: Asked, user: CurrentUser): { title: string; words: string } {
  const { nickname, browser, ip, isCurrent, personid } = session
  if (isCurrent && what === "one")
    return { title: "退出您自己当前的登录？", words: "这就是您正在使用的登录，确认后您将回到登录页。" }
  if (what === "one")
    return {
      title: `强制${nickname}下线？`,
      words: `在 ${browser}（${ip ?? "未知地址"}）的登录会立即结束，未保存的内容会丢失。`,
    }
  return {
    title: personid === user.id ? "退出您在其他设备上的登录？" : `强制${nickname}在所有设备下线？`,
    words:
      personid === user.id
        ? "您在其他设备上的登录会立即结束，当前的登录保留。"
        : "该人员的所有登录会立即结束，未保存的内容会丢失。",
  }
}

function KindOf({ usertype }: Pick<OnlineSession, "usertype">) {
  return useUsertypes().wordOf(usertype)
}

const columns: readonly Column<OnlineSession>[] = [
  {
    title: "人员",
    sortedBy: "nickname",
    isName: true,
    cell: ({ nickname, orgname, isCurrent, isLocked }) => (
      <>
        <Row gap={6} wrap>
          {nickname}
          {isCurrent && <Tag tone="brand">本机</Tag>}
          {isLocked && <Tag icon="lock">已锁定</Tag>}
        </Row>
        <SecondLine>{orgname}</SecondLine>
      </>
    ),
  },
  {
    title: "类型",
    sortedBy: "usertype",
    width: "110px",
    cell: ({ usertype, admintype }) => (
      <>
        <KindOf usertype={usertype} />
        {admintype !== admintypes.none && <SecondLine>管理员</SecondLine>}
      </>
    ),
  },
  {
    title: "登录时间",
    sortedBy: "began",
    width: "140px",
    cell: ({ began }) => <time title={began}>{formatMoment(began, nowMs())}</time>,
  },
  {
    title: "最近操作",
    sortedBy: "lastActive",
    width: "140px",
    cell: ({ lastActive }) => <time title={lastActive}>{formatMoment(lastActive, nowMs())}</time>,
  },
  {
    title: "来自",
    width: "20%",
    cell: ({ browser, ip }) => (
      <>
        {browser}
        <SecondLine>{ip ?? "未知地址"}</SecondLine>
      </>
    ),
  },
]

const actionsColumn = (onAsk: (asked: Asked) => void): Column<OnlineSession> => ({
  title: "操作",
  width: "190px",
  cell: (session) =>
    session.mayEnd ? (
      <Row gap={8} wrap>
        <Button aria-label={`强制${session.nickname}下线`} onClick={() => onAsk({ what: "one", session })}>
          下线
        </Button>
        <Button
          aria-label={`强制${session.nickname}在所有设备下线`}
          onClick={() => onAsk({ what: "all", session })}
        >
          全部下线
        </Button>
      </Row>
    ) : (
      <Text tone="faint" size={13}>
        级别更高，不能操作
      </Text>
    ),
})
