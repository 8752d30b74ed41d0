import {
  newsAdminCalls,
  newsStates,
  newsAdminLimits,
  newsAdminMessages,
  type NewsDraft,
  type WrittenColumn,
} from "@uc/contract/news/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { hasWaitingPicture, richTextMessages } from "@uc/contract/rich-text/rich-text"
import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { Link } from "../../../ui/navigation/link.tsx"
import { useKeptValues } from "../../../page-kit/form/kept-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useConfirmLeave } from "../../../platform/browser/use-confirm-leave.ts"
import { Button, buttonClass } from "../../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { ChoiceField, FieldPair, LongTextField, TextField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Page } from "../../../ui/layout/page.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { RichTextField } from "../../rich-text/public.ts"
import { columnChoices } from "./column-levels.ts"
import { stateTones } from "./news-labels.ts"
import { PublishDialog, WithdrawNews } from "./news-actions.tsx"
import { PreviewDialog } from "./preview-dialog.tsx"
import { SpreadTicks } from "./spread-ticks.tsx"
import { useNewsAction } from "./use-news-action.ts"

interface NewsFormProps {
  readonly user: CurrentUser
  readonly columns: readonly WrittenColumn[]
  /** The column of a new one. */
  readonly columnId: string
  readonly piece: NewsDraft | null
  /** A new one has been saved for the first time. */
  readonly onBegun: (id: string) => void
  /** Loads another administrator's version and drops what was typed here. */
  readonly onReopen: (id: string) => void
}

interface Typed {
  readonly columnId: string
  readonly title: string
  readonly summary: string
  readonly author: string
  readonly body: string
  readonly isShared: boolean
  readonly isPublic: boolean
}

function typedOf(piece: NewsDraft | null, columnId: string): Typed {
  if (!piece)
    return { columnId, title: "", summary: "", author: "", body: "", isShared: false, isPublic: false }
  const { title, summary, author, body, isShared, isPublic } = piece
  return { columnId: piece.columnId, title, summary, author, body, isShared, isPublic }
}

function isSame(one: Typed, other: Typed): boolean {
  return (Object.keys(one) as (keyof Typed)[]).every((key) => one[key] === other[key])
}

export function NewsForm({ user, columns, columnId, piece, onBegun, onReopen }: NewsFormProps) {
  const navigate = useNavigate()
  const { act, isBusy, problem, setProblem } = useNewsAction()
  const first = columns.some((column) => column.id === columnId) ? columnId : (columns[0]?.id ?? "")
  const [saved, setSaved] = useState<NewsDraft | null>(piece)
  const [typed, setTyped, begun] = useKeptValues(`news ${piece?.id ?? ""}`, () => typedOf(piece, first))
  const [kept, setKept] = useState(begun)
  const [open, setOpen] = useState<"preview" | "publish" | "withdraw" | null>(null)
  const isUnsaved = !isSame(typed, kept)
  const leaving = useConfirmLeave(isUnsaved, { isKept: true })
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))

  async function save(): Promise<NewsDraft | null> {
    if (typed.title.trim() === "") {
      setProblem(newsAdminMessages.titleMissing)
      return null
    }
    if (hasWaitingPicture(typed.body)) {
      setProblem(richTextMessages.pictureWaits)
      return null
    }
    if (typed.body.length > newsAdminLimits.body) {
      setProblem(`正文不能超过${newsAdminLimits.body}个字符，现有${typed.body.length}个`)
      return null
    }
    const after = await act(newsAdminCalls.save, {
      ...typed,
      ...(saved && { id: saved.id, version: saved.version }),
    })
    if (!after) return null
    setSaved(after)
    setKept(typed)
    return after
  }

  async function keep() {
    const isNew = saved === null
    const after = await save()
    if (!after) return
    showToast("success", newsAdminMessages.saved)
    // From now on a reload opens this one.
    if (isNew) {
      onBegun(after.id)
      void navigate(`/main/newsEditor?id=${after.id}`, { replace: true })
    }
  }

  async function publish() {
    const after = isUnsaved || saved === null ? await save() : saved
    if (after) setOpen("publish")
  }

  const isTitleMissing = problem === newsAdminMessages.titleMissing
  const fields = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isTitleMissing) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isTitleMissing])
  const state = saved?.state ?? "draft"
  return (
    <Page
      title={saved ? "编辑新闻" : "写新闻"}
      words={
        <Row as="span" gap={8}>
          <Tag tone={stateTones[state]}>{newsStates[state]}</Tag>
          {saved?.publishedAt && <span>{saved.publishedAt.slice(0, 16)}</span>}
          <span>{isUnsaved ? "有未保存的修改" : saved ? "已保存" : ""}</span>
        </Row>
      }
      actions={
        <>
          <Link className={buttonClass()} to="/main/newsAdmin">
            返回列表
          </Link>
          <Button onClick={() => setOpen("preview")}>
            <Icon name="eye" sizePx={16} />
            预览
          </Button>
          <Button aria-busy={isBusy} onClick={() => void keep()}>
            {state === "draft" ? "保存草稿" : "保存"}
          </Button>
          {state === "draft" ? (
            <Button look="primary" aria-busy={isBusy} onClick={() => void publish()}>
              发布
            </Button>
          ) : (
            <Button onClick={() => setOpen("withdraw")}>撤回</Button>
          )}
        </>
      }
    >
      {problem && !isTitleMissing && (
        <Row as="p" role="alert" gap={8} wrap padX={12} padY={8} surface="danger" tone="danger">
          <Icon name="danger" sizePx={16} />
          <span>{problem}</span>
          {problem === newsAdminMessages.changedMeanwhile && saved && (
            <Button onClick={() => onReopen(saved.id)}>放弃我的修改，查看最新内容</Button>
          )}
        </Row>
      )}
      <Stack
        ref={fields}
        as="section"
        gap={16}
        pad={16}
        surface="card"
        aria-label="新闻内容"
        data-keeps-typed
      >
        <TextField
          label="标题"
          isRequired
          problem={isTitleMissing ? problem : undefined}
          value={typed.title}
          maxLength={newsAdminLimits.title}
          onValue={(title) => change({ title })}
        />
        <FieldPair>
          <ChoiceField
            label="栏目"
            value={typed.columnId}
            choices={columnChoices(columns)}
            onValue={(chosen) => change({ columnId: chosen })}
          />
          <TextField
            label="作者（选填）"
            value={typed.author}
            maxLength={newsAdminLimits.author}
            placeholder="不填则显示单位名称"
            onValue={(author) => change({ author })}
          />
        </FieldPair>
        <LongTextField
          label="摘要（选填）"
          rows={2}
          value={typed.summary}
          maxLength={newsAdminLimits.summary}
          placeholder="不填则取正文开头"
          onValue={(summary) => change({ summary })}
        />
        <RichTextField
          label="正文"
          isRequired
          hint="可插入图片和表格，也可从Word、WPS粘贴；字体、颜色等样式不保留。"
          value={typed.body}
          onValue={(body) => change({ body })}
        />
        <SpreadTicks user={user} what="篇新闻" value={typed} onChange={change} />
      </Stack>
      {open === "preview" && (
        <PreviewDialog title={typed.title} body={typed.body} onClose={() => setOpen(null)} />
      )}
      {open === "publish" && saved && (
        <PublishDialog
          piece={saved}
          onClose={() => setOpen(null)}
          onDone={() => void navigate("/main/newsAdmin")}
        />
      )}
      {open === "withdraw" && saved && (
        <WithdrawNews
          piece={saved}
          onClose={() => setOpen(null)}
          onDone={(after) => setSaved({ ...saved, ...after })}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title="离开这一页？"
          words="有未保存的修改，离开后将丢失。"
          confirm="不保存，离开"
          look="danger"
          onConfirm={() => {
            leaving.leave()
            return Promise.resolve(null)
          }}
          onClose={leaving.stay}
        />
      )}
    </Page>
  )
}
