import { noticeStates, type NoticeState, type WrittenNotice } from "@uc/contract/notices/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { Button } from "../../ui/forms/button.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag, type TagTone } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { NoticeTags } from "./notice-tags.tsx"

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
      <Row gap={4} columnGap={10} wrap>
        <NoticeTags {...notice} />
        {notice.isShared && <Tag tone="brand">辖区单位</Tag>}
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

function Read({ notice, onAct }: { readonly notice: WrittenNotice; readonly onAct: OnAct }) {
  if (notice.state === "draft" && notice.read === 0) return "—"
  return (
    <Button
      look="text"
      aria-label={`${notice.title}：${notice.read}人已读，查看`}
      onClick={() => onAct("readers", notice)}
    >
      <Icon name="eye" sizePx={16} />
      {notice.read}
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
      width: "150px",
      cell: ({ publishedAt }) => (publishedAt === null ? "—" : formatMoment(publishedAt, nowMs())),
    },
    { title: "作者", width: "90px", cell: ({ author }) => author ?? "—" },
    {
      title: "已读",
      sortedBy: "read",
      width: "96px",
      cell: (notice) => <Read notice={notice} onAct={onAct} />,
    },
    { title: "操作", width: "150px", cell: (notice) => <Acts notice={notice} onAct={onAct} /> },
  ]
}
