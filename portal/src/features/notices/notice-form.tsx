import { noticeCalls, noticeLimits, noticeMessages } from "@uc/contract/notices/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useId, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { useInformationList } from "./information.ts"
import { newIdempotencyKey, send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import {
  ChoiceField,
  Field,
  MomentField,
  FieldPair,
  LongTextField,
  Tick,
} from "../../ui/forms/form-fields.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import css from "./notices.module.css"

type Written = OutputOf<typeof noticeCalls.writtenDetail>

interface NoticeFormProps {
  readonly user: CurrentUser
  /** Null: a new one. */
  readonly id: string | null
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

export function NoticeForm({ id, ...props }: NoticeFormProps) {
  return id === null ? <Form {...props} notice={null} /> : <Loaded {...props} id={id} />
}

const Loaded = closesWhenBroken(function Loaded({ id, ...props }: NoticeFormProps & { readonly id: string }) {
  const { data, error, refetch } = useCall(noticeCalls.writtenDetail, { noticeid: id })
  // What is typed belongs to the version that was opened; a newer one does not slip in below it.
  const [opened, setOpened] = useState<Written | null>(null)
  if (data && opened === null) setOpened(data)
  if (opened) return <Form {...props} notice={opened} />
  return (
    <Modal label="修改通知" place="window" sizePx={{ width: 640, height: 400 }} onClose={props.onClose}>
      <div className={css.drawerBody}>
        {error ? (
          <ErrorState title="通知没有加载成功" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[36, 36, 160]} />
        )}
      </div>
    </Modal>
  )
})

type When = "now" | "later" | "draft"

const said: Readonly<Record<When, string>> = {
  now: noticeMessages.published,
  later: noticeMessages.planned,
  draft: noticeMessages.saved,
}

interface FormProps extends Omit<NoticeFormProps, "id"> {
  readonly notice: Written | null
}

const Form = closesWhenBroken(function Form({ user, notice, onSaved, onClose }: FormProps) {
  const id = useId()
  const kinds = useInformationList()
  const mayShare = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const isPublished = notice?.state === "published"
  const [idempotencyKey, setKey] = useState(newIdempotencyKey)
  const [title, setTitle] = useState(notice?.title ?? "")
  const [chosenKind, setKind] = useState(notice?.category ?? null)
  const kind = chosenKind ?? kinds[0] ?? ""
  const [body, setBody] = useState(notice?.body ?? "")
  const [isShared, setShared] = useState(notice?.isShared ?? mayShare)
  const [isPinned, setPinned] = useState(notice?.isPinned ?? false)
  const [when, setWhen] = useState<When>(
    notice === null || isPublished ? "now" : notice.state === "planned" ? "later" : "draft",
  )
  const [at, setAt] = useState(notice?.publishedAt?.slice(0, 16).replace(" ", "T") ?? "")
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  function edited() {
    setProblem(null)
    // Another text is another request: the key before it may have been used.
    setKey(newIdempotencyKey())
  }

  async function save() {
    if (isBusy) return
    if (title.trim() === "") return setProblem(noticeMessages.titleMissing)
    if (body.trim() === "") return setProblem(noticeMessages.bodyMissing)
    if (kind === "") return setProblem(noticeMessages.categoryUnknown)
    if (when === "later" && at === "") return setProblem(noticeMessages.timeMissing)
    setBusy(true)
    setProblem(null)
    try {
      await send(
        noticeCalls.save,
        {
          ...(notice && { noticeid: notice.id, version: notice.version }),
          title,
          kind,
          body,
          isShared,
          isPinned,
          publish: when,
          ...(when === "later" && { publishAt: `${at.replace("T", " ")}:00` }),
        },
        { idempotencyKey },
      )
      showToast("success", isPublished && when === "now" ? "修改已保存" : said[when])
      await onSaved()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  const choices: readonly (readonly [When, string])[] = isPublished
    ? [["now", "保持发布"]]
    : [
        ["now", "立即发布"],
        ["later", "定时发布"],
        ["draft", "存为草稿"],
      ]
  return (
    <FormDialog
      title={notice ? "修改通知" : "写通知"}
      confirm={when === "draft" ? "保存草稿" : isPublished ? "保存" : when === "later" ? "定时发布" : "发布"}
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <Field label="标题" id={`${id}-title`}>
        <input
          id={`${id}-title`}
          value={title}
          maxLength={noticeLimits.title}
          autoComplete="off"
          onChange={({ target }) => {
            setTitle(target.value)
            edited()
          }}
        />
      </Field>
      <FieldPair>
        <ChoiceField
          label="分类"
          value={kind}
          // One that has left the dictionary is shown until another is chosen.
          choices={[...new Set([...kinds, ...(kind === "" ? [] : [kind])])].map(
            (name) => [name, name] as const,
          )}
          onValue={(chosen) => {
            setKind(chosen)
            edited()
          }}
        />
        <ChoiceField
          label="发布"
          value={when}
          choices={choices}
          isDisabled={isPublished}
          onValue={(chosen) => {
            setWhen(chosen)
            edited()
          }}
        />
      </FieldPair>
      {when === "later" && (
        <MomentField
          label="发布时间"
          hint="北京时间；到点后自动发布，并响铃告知收件人"
          usualTime="08:00"
          value={at}
          onValue={(moment) => {
            setAt(moment)
            edited()
          }}
        />
      )}
      <LongTextField
        label="正文"
        hint={`每行一段，${body.length}/${noticeLimits.body}`}
        rows={9}
        value={body}
        maxLength={noticeLimits.body}
        onValue={(text) => {
          setBody(text)
          edited()
        }}
      />
      {mayShare && (
        <Tick
          label={`发给${user.areaname}的所有单位（不选则只发给${user.orgname}）`}
          value={isShared}
          onValue={(isOn) => {
            setShared(isOn)
            edited()
          }}
        />
      )}
      <Tick
        label="置顶，一天后仍未读的人会再收到一次提醒"
        value={isPinned}
        onValue={(isOn) => {
          setPinned(isOn)
          edited()
        }}
      />
    </FormDialog>
  )
})
