import { noticeCalls, noticeMessages } from "@uc/contract/notices/calls"
import { hasWaitingPicture, richTextMessages } from "@uc/contract/rich-text/rich-text"
import type { OutputOf } from "@uc/contract/core/call"
import type { CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { useForm } from "../../page-kit/form/use-form.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useInformationList } from "./information.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, FieldPair, MomentField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { RichTextField } from "../rich-text/public.ts"
import { NoticeFilesField, useNoticeFiles } from "./notice-files.tsx"
import { choiceOf, recipientInput, recipientProblem } from "./recipient-choice.ts"
import { Audience, RecipientFields } from "./recipient-fields.tsx"
import { useNoticeAction } from "./use-notice-action.ts"

type Written = OutputOf<typeof noticeCalls.writtenDetail>

interface NoticeFormProps {
  readonly user: CurrentUser
  /** Null: a new one. */
  readonly id: string | null
  readonly onClose: () => void
}

export function NoticeForm({ id, ...props }: NoticeFormProps) {
  return id === null ? <Form {...props} notice={null} /> : <Loaded {...props} id={id} />
}

const Loaded = closesWhenBroken(function Loaded({ id, ...props }: NoticeFormProps & { readonly id: string }) {
  const { data, error, refetch } = useCall(noticeCalls.writtenDetail, { noticeid: id })
  // The typed text belongs to the version that was opened; a newer one is not used silently.
  const [opened, setOpened] = useState<Written | null>(null)
  if (data && opened === null) setOpened(data)
  if (opened) return <Form {...props} notice={opened} />
  return (
    <Modal label="修改通知" place="window" sizePx={{ width: 640, height: 400 }} onClose={props.onClose}>
      <Stack pad={24}>
        {error ? (
          <ErrorState title="通知加载失败" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[36, 36, 160]} />
        )}
      </Stack>
    </Modal>
  )
})

type When = "now" | "later" | "draft"

const said: Readonly<Record<When, string>> = {
  now: noticeMessages.published,
  later: noticeMessages.planned,
  draft: noticeMessages.saved,
}

const confirms: Readonly<Record<When, string>> = { now: "发布", later: "定时发布", draft: "保存草稿" }

const choices = [
  ["now", "立即发布"],
  ["later", "定时发布"],
  ["draft", "存为草稿"],
] as const

function publishOf(notice: Written | null): When {
  if (notice === null || notice.state === "published") return "now"
  return notice.state === "planned" ? "later" : "draft"
}

interface FormProps extends Omit<NoticeFormProps, "id"> {
  readonly notice: Written | null
}

const Form = closesWhenBroken(function Form({ user, notice, onClose }: FormProps) {
  const { attempt } = useNoticeAction()
  const kinds = useInformationList()
  const isPublished = notice?.state === "published"
  const files = useNoticeFiles(notice?.attachments ?? [])
  const [confirming, setConfirming] = useState<{ readonly answer: (isYes: boolean) => void } | null>(null)
  const form = useForm({
    call: noticeCalls.save,
    attempt,
    initial: () => ({
      title: notice?.title ?? "",
      kind: notice?.category ?? "",
      body: notice?.body ?? "",
      recipients: choiceOf(notice, user),
      wantsReceipt: notice?.wantsReceipt ?? false,
      isPinned: notice?.isPinned ?? false,
      publish: publishOf(notice),
      at: notice?.publishedAt?.slice(0, 16).replace(" ", "T") ?? "",
    }),
    input: ({ at, recipients, ...values }) => ({
      ...(notice && { noticeid: notice.id, version: notice.version }),
      ...values,
      ...recipientInput(recipients),
      kind: values.kind || (kinds[0] ?? ""),
      ...(files.isChanged && { attachments: files.ids }),
      ...(values.publish === "later" && { publishAt: `${at.replace("T", " ")}:00` }),
    }),
    fieldOf: {
      publishAt: "at",
      isForOwn: "recipients",
      organisations: "recipients",
      departments: "recipients",
      people: "recipients",
    },
    hasFiles: files.isChanged,
    check({ publish, at, body, recipients }) {
      const who = recipientProblem(recipients)
      const wrong = {
        ...(publish === "later" && at === "" && { at: noticeMessages.timeMissing }),
        ...(hasWaitingPicture(body) && { body: richTextMessages.pictureWaits }),
        ...(who !== null && { recipients: who }),
      }
      return Object.keys(wrong).length > 0 ? wrong : files.obstacle
    },
    // DAY-11: what is sent to a thousand people can't be taken back from those who have read it.
    confirm: ({ publish }) =>
      isPublished || publish === "draft"
        ? Promise.resolve(true)
        : new Promise((resolve) => setConfirming({ answer: resolve })),
    onDone(_saved, { publish }) {
      showToast("success", isPublished && publish === "now" ? "修改已保存" : said[publish])
      onClose()
    },
  })
  const { publish } = form.values
  const kind = form.values.kind || (kinds[0] ?? "")
  return (
    <>
      <FormDialog
        title={notice ? "修改通知" : "写通知"}
        confirm={isPublished ? "保存" : confirms[publish]}
        form={form}
        onClose={onClose}
      >
        <TextField label="标题" {...form.text("title")} />
        <FieldPair>
          <ChoiceField
            label="分类"
            {...form.bind("kind")}
            value={kind}
            // A value that has left the dictionary is shown until another is chosen.
            choices={[...new Set([...kinds, ...(kind === "" ? [] : [kind])])].map(
              (name) => [name, name] as const,
            )}
          />
          <ChoiceField
            label="发布"
            choices={isPublished ? ([["now", "保持发布"]] as const) : choices}
            isDisabled={isPublished}
            {...form.bind("publish")}
          />
        </FieldPair>
        {publish === "later" && (
          <MomentField
            label="发布时间"
            hint="北京时间；到点后自动发布，并提醒收件人"
            usualTime="08:00"
            {...form.bind("at")}
          />
        )}
        <RichTextField
          label="正文"
          hint="可插入图片和表格，也可从Word、WPS粘贴；字体、颜色等样式不保留。"
          {...form.bind("body")}
        />
        <NoticeFilesField files={files} />
        <RecipientFields user={user} noticeid={notice?.id} {...form.bind("recipients")} />
        <Tick
          label="需要回执：接收人须点击“确认收到”，可查看并提醒未确认的人"
          {...form.bind("wantsReceipt")}
        />
        <Tick label="置顶，一天后仍未读的人会再收到一次提醒" {...form.bind("isPinned")} />
      </FormDialog>
      {confirming && (
        <ConfirmDialog
          title={publish === "later" ? "到点后发送给以下人员？" : "发送给以下人员？"}
          words={<Audience noticeid={notice?.id} choice={form.values.recipients} />}
          confirm="确认发布"
          cancel="再看看"
          onConfirm={() => {
            confirming.answer(true)
            return Promise.resolve(null)
          }}
          onClose={() => {
            // After an answer of yes this one is not heard any more.
            confirming.answer(false)
            setConfirming(null)
          }}
        />
      )}
    </>
  )
})
