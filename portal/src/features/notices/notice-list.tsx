import { noticeCalls, noticeMessages, type Notice } from "@uc/contract/notices/calls"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { List } from "../../page-kit/list/list.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { invalidateAndRefetch } from "../../platform/http/use-call.ts"
import { onEvent } from "../../platform/realtime/events.ts"
import { Button } from "../../ui/forms/button.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { readFromBell, useBell } from "./bell-store.ts"
import { useInformationList } from "./information.ts"
import { titleField, type NoticeFilterState } from "./notice-filters.ts"
import { NoticeTags } from "./notice-tags.tsx"
import css from "./notices.module.css"

const states = [
  ["all", "全部"],
  ["unread", "未读"],
  ["unconfirmed", "待确认"],
  ["waiting", "未读或待确认"],
  ["pinned", "置顶"],
] as const

/** It has no headers to sort by. */
const orders = [
  ["", "置顶优先"],
  ["-createtime", "最新发布"],
  ["createtime", "最早发布"],
  ["title", "标题"],
  ["category", "分类"],
] as const

export function NoticeList({ url }: { readonly url: UrlState<NoticeFilterState> }) {
  const client = useQueryClient()
  const { state, kind, title } = url.state
  const unread = useBell().bell?.unread ?? 0
  const kinds = [["", "全部"] as const, ...useInformationList().map((name) => [name, name] as const)]
  // After an event of the bell: a new notice, or one read elsewhere.
  useEffect(() => onEvent("bell", () => void invalidateAndRefetch(client, noticeCalls.list)), [client])

  async function readAll() {
    try {
      await readFromBell("all")
      await invalidateAndRefetch(client, noticeCalls.list)
      showToast("success", noticeMessages.readAll)
    } catch (failure) {
      showFailure(failure)
    }
  }

  return (
    <List
      label="通知"
      what="通知"
      url={url}
      fields={[
        { choice: "state", label: "范围", choices: states },
        { choice: "kind", label: "分类", choices: kinds },
        titleField,
        { choice: "sort", label: "排序", choices: orders },
      ]}
      call={noticeCalls.list}
      input={{
        ...(state === "unread" && { isunread: 1 as const }),
        ...(state === "unconfirmed" && { isunconfirmed: 1 as const }),
        ...(state === "waiting" && { iswaiting: 1 as const }),
        ...(state === "pinned" && { ispinned: 1 as const }),
        ...(kind !== "" && { kind }),
        ...(title.trim() !== "" && { title: title.trim() }),
      }}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      renderRows={(rows, isStale) => (
        <ul className={css.list} aria-label="通知" aria-busy={isStale}>
          {rows.map((notice) => (
            <Entry key={notice.id} notice={notice} onOpen={() => url.go({ notice: notice.id })} />
          ))}
        </ul>
      )}
      paging={{
        by: "cursor",
        key: "before",
        input: "before",
        size: 15,
        nextOf: ({ older }) => older,
        totalOf: ({ total }) => total,
      }}
      file={noticeCalls.exportList}
      actions={
        unread > 0 && (
          <Button onClick={() => void readAll()}>
            <Icon name="check" sizePx={16} />
            全部标为已读
          </Button>
        )
      }
      empty={{ title: "暂无通知", words: "上级和本单位发布的通知会出现在这里。" }}
    />
  )
}

function Entry({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) {
  const { title, orgname, createtime, isRead } = notice
  return (
    <Stack as="li" line="bottom">
      <Row
        as="button"
        type="button"
        gap={12}
        padX={8}
        padY={10}
        className={classes(css.row, !isRead && css.unread)}
        onClick={onOpen}
      >
        <span className={css.dot} aria-hidden="true" />
        <Row as="span" gap={4} grow onPhone="stack">
          <Stack as="span" gap={2} grow>
            <Text {...(isRead ? { tone: "soft" } : { weight: 600 })} breaks>
              {!isRead && <span className="only-read-aloud">未读，</span>}
              {title}
            </Text>
            <Row as="span" gap={4} columnGap={10} wrap tone="faint" size={13}>
              <NoticeTags {...notice} />
              <span>{orgname}</span>
            </Row>
          </Stack>
          <Text as="time" tone="faint" size={13} figures rigid dateTime={createtime}>
            {formatMoment(createtime, nowMs())}
          </Text>
        </Row>
      </Row>
    </Stack>
  )
}
