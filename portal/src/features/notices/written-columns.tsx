import { noticeStates, type NoticeState, type WrittenNotice } from "@uc/contract/notices/calls"
import { recipientWords } from "@uc/contract/notices/recipients"
import { nowMs } from "../../platform/browser/clock.ts"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Button } from "../../ui/forms/button.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag, type TagTone } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { NoticeTags } from "./notice-tags.tsx"
import css from "./notices.module.css"

/** What is done with one of them. */
export type WrittenAct = "edited" | "readers" | "withdrawn" | "removed"
type OnAct = (act: WrittenAct, notice: WrittenNotice) => void

const tones: Readonly<Record<NoticeState, TagTone>> = {
  draft: "plain",
  planned: "caution",
  published: "done",
}

function Title({ notice }: { readonly notice: WrittenNotice }) {
  return (
    <>
      {notice.title}
      <Row gap={4} columnGap={10} wrap className={css.written}>
        <NoticeTags isPinned={notice.isPinned} category={notice.category} />
        <Tag tone="brand">{recipientWords(notice)}</Tag>
        {notice.wantsReceipt && <Tag>需要回执</Tag>}
      </Row>
    </>
  )
}

function Acts({ notice, onAct }: { readonly notice: WrittenNotice; readonly onAct: OnAct }) {
  return (
    <Row>
      <Button
        look="quiet"
        aria-label={`修改${notice.title}`}
        title="修改"
        onClick={() => onAct("edited", notice)}
      >
        <Icon name="edit" sizePx={16} />
      </Button>
      {notice.state !== "draft" && (
        <Button
          look="quiet"
          aria-label={`撤回${notice.title}`}
          title="撤回"
          onClick={() => onAct("withdrawn", notice)}
        >
          <Icon name="eye-off" sizePx={16} />
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={`删除${notice.title}`}
        title="删除"
        onClick={() => onAct("removed", notice)}
      >
        <Icon name="trash" sizePx={16} />
      </Button>
    </Row>
  )
}

/** DAY-11: of how many; of one that wants a receipt the confirmations too. */
function Read({ notice, onAct }: { readonly notice: WrittenNotice; readonly onAct: OnAct }) {
  const { state, title, read, confirmed, recipients, wantsReceipt } = notice
  if (state === "draft" && read === 0) return "—"
  const receipts = wantsReceipt ? `，${confirmed}人已确认` : ""
  return (
    <Button
      look="text"
      aria-label={`${title}：${recipients}人中${read}人已读${receipts}，查看`}
      onClick={() => onAct("readers", notice)}
    >
      <Stack as="span" className={css.counts}>
        <Text figures>
          已读 {inThousands(read)} / {inThousands(recipients)}
        </Text>
        {wantsReceipt && (
          <Text figures>
            已确认 {inThousands(confirmed)} / {inThousands(recipients)}
          </Text>
        )}
      </Stack>
    </Button>
  )
}

export function writtenColumns(onAct: OnAct): readonly Column<WrittenNotice>[] {
  return [
    { title: "标题", sortedBy: "title", isName: true, cell: (notice) => <Title notice={notice} /> },
    {
      title: "状态",
      sortedBy: "state",
      width: "100px",
      cell: ({ state }) => <Tag tone={tones[state]}>{noticeStates[state]}</Tag>,
    },
    {
      title: "发布时间",
      sortedBy: "publishedAt",
      width: "130px",
      cell: ({ publishedAt }) => (publishedAt === null ? "—" : formatMoment(publishedAt, nowMs())),
    },
    { title: "作者", width: "90px", cell: ({ author }) => author ?? "—" },
    {
      title: "阅读情况",
      sortedBy: "read",
      width: "120px",
      cell: (notice) => <Read notice={notice} onAct={onAct} />,
    },
    { title: "操作", width: "150px", cell: (notice) => <Acts notice={notice} onAct={onAct} /> },
  ]
}
