import { inThousands } from "../../ui/format/in-thousands.ts"
import { admintypes, type CurrentUser, type Usertype } from "@uc/contract/account/calls"
import { onlineUserCalls, onlineUserLimits, type OnlineSession } from "@uc/contract/online-users/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { useUsertypes } from "../dictionary/public.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import css from "./online-users.module.css"

interface Asked {
  readonly what: "one" | "all"
  readonly session: OnlineSession
}

interface Filters {
  readonly username: string
  readonly usertype: "" | `${Usertype}`
  /** What each page so far was asked with, the first being undefined. */
  readonly pages: readonly (string | undefined)[]
}

const none: Filters = { username: "", usertype: "", pages: [undefined] }

export function OnlineUserList({ user }: { readonly user: CurrentUser }) {
  const queries = useQueryClient()
  const [filters, setFilters] = useState(none)
  const { choices: kinds } = useUsertypes()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { username, usertype, pages } = filters
  const after = pages.at(-1)
  const question = { ...(username !== "" && { username }), ...(usertype !== "" && { usertype }) }
  const { data, error, refetch, isPlaceholderData, isFetching } = useCall(
    onlineUserCalls.list,
    { ...(after !== undefined && { after }), ...question },
    { keepsPrevious: true },
  )
  const file = useExport(onlineUserCalls.exportList)

  async function end({ what, session }: Asked): Promise<string | null> {
    const { id, personid, nickname, isCurrent } = session
    try {
      if (what === "one")
        await send(onlineUserCalls.end, { session: id, ...(isCurrent && { own: 1 as const }) })
      else await send(onlineUserCalls.endAll, { personid })
      showToast("success", `${nickname}已退出登录`)
      return null
    } catch (problem) {
      return messageOf(problem)
    } finally {
      await queries.invalidateQueries({ queryKey: callKey(onlineUserCalls.list) })
    }
  }

  return (
    <>
      <div className={css.filters}>
        <form
          // Emptied by a reset.
          key={username}
          className={css.filter}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get("username")
            setFilters({
              ...filters,
              username: typeof typed === "string" ? typed.trim() : "",
              pages: [undefined],
            })
          }}
        >
          <label htmlFor="signed-in-name">人员</label>
          <input
            id="signed-in-name"
            name="username"
            defaultValue={username}
            maxLength={onlineUserLimits.searched}
            placeholder="姓名、拼音或账号"
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">查询</Button>
        </form>
        {user.admintype !== admintypes.organisation && (
          <ChoiceFilter
            label="类型"
            value={usertype}
            choices={[["", "全部"], ...kinds]}
            onChange={(to) => setFilters({ ...filters, usertype: to, pages: [undefined] })}
          />
        )}
        {(username !== "" || usertype !== "") && <Button onClick={() => setFilters(none)}>清除条件</Button>}
        <Button aria-busy={isFetching} onClick={() => void refetch()}>
          <Icon name="retry" sizePx={16} />
          刷新
        </Button>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run(question)} />
      </div>
      {error ? (
        <ErrorState title="在线用户没有加载成功" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 48)} />
      ) : data.items.length === 0 ? (
        <EmptyState art="empty" title="没有符合条件的在线用户" words="换一个条件，或清除条件后再看。" />
      ) : (
        <>
          <p className={css.total} role="status">
            {inThousands(data.people)} 人在线，共 {inThousands(data.total)} 处登录
          </p>
          <DataTable
            label="在线用户"
            columns={columns}
            rows={data.items.map((session) => ({ ...session, onAsk: setAsked }))}
            keyOf={({ id }) => id}
            isStale={isPlaceholderData}
          />
          {(pages.length > 1 || data.next !== null) && (
            <nav className={css.pages} aria-label="翻页">
              <Button
                disabled={pages.length === 1}
                onClick={() => setFilters({ ...filters, pages: pages.slice(0, -1) })}
              >
                上一页
              </Button>
              <span aria-live="polite">第 {pages.length} 页</span>
              <Button
                disabled={data.next === null || isPlaceholderData}
                onClick={() => data.next !== null && setFilters({ ...filters, pages: [...pages, data.next] })}
              >
                下一页
              </Button>
            </nav>
          )}
        </>
      )}
      {asked && (
        <ConfirmDialog
          {...wordsOf(asked, user)}
          confirm="退出登录"
          look="danger"
          onConfirm={() => end(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function wordsOf({ what, session }: Asked, user: CurrentUser): { title: string; words: string } {
  const { nickname, browser, ip, isCurrent, personid } = session
  if (isCurrent && what === "one")
    return { title: "退出您自己当前的登录？", words: "这就是您正在使用的登录，确认后您将回到登录页。" }
  if (what === "one")
    return {
      title: `让${nickname}退出登录？`,
      words: `在 ${browser}（${ip ?? "未知地址"}）的登录会立即结束，未保存的内容会丢失。`,
    }
  return {
    title: `让${nickname}在所有设备上退出？`,
    words:
      personid === user.id
        ? "您在其他设备上的登录会立即结束，当前的登录保留。"
        : "该人员的所有登录会立即结束，未保存的内容会丢失。",
  }
}

function KindOf({ usertype }: Pick<OnlineSession, "usertype">) {
  return useUsertypes().wordOf(usertype)
}

type Row = OnlineSession & { readonly onAsk: (asked: Asked) => void }

const columns: readonly Column<Row>[] = [
  {
    title: "人员",
    cell: ({ nickname, orgname, isCurrent, isLocked }) => (
      <>
        <span className={css.who}>
          {nickname}
          {isCurrent && <Tag tone="brand">本机</Tag>}
          {isLocked && <Tag icon="lock">已锁定</Tag>}
        </span>
        <small className={css.under}>{orgname}</small>
      </>
    ),
  },
  {
    title: "类型",
    width: "110px",
    cell: ({ usertype, admintype }) => (
      <>
        <KindOf usertype={usertype} />
        {admintype !== admintypes.none && <small className={css.under}>管理员</small>}
      </>
    ),
  },
  {
    title: "登录时间",
    width: "140px",
    cell: ({ began }) => <time title={began}>{formatMoment(began, nowMs())}</time>,
  },
  {
    title: "最近操作",
    width: "140px",
    cell: ({ lastActive }) => <time title={lastActive}>{formatMoment(lastActive, nowMs())}</time>,
  },
  {
    title: "来自",
    width: "20%",
    cell: ({ browser, ip }) => (
      <>
        {browser}
        <small className={css.under}>{ip ?? "未知地址"}</small>
      </>
    ),
  },
  {
    title: "操作",
    width: "190px",
    cell: (row) =>
      row.mayEnd ? (
        <span className={css.actions}>
          <Button
            onClick={() => row.onAsk({ what: "one", session: row })}
            aria-label={`让${row.nickname}退出`}
          >
            退出
          </Button>
          <Button
            onClick={() => row.onAsk({ what: "all", session: row })}
            aria-label={`让${row.nickname}在所有设备上退出`}
          >
            全部退出
          </Button>
        </span>
      ) : (
        <span className={css.faint}>级别更高，不能操作</span>
      ),
  },
]
