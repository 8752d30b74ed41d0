import { acceptedFiles, attachmentMessages, type Attachment } from "@uc/contract/attachments/calls"
import { useState } from "react"
import { usePhone } from "../../ui/layout/use-phone.ts"
import { AttachmentField } from "../../ui/forms/attachment-field.tsx"
import { shownAttachments, useAttachments } from "../attachments/public.ts"

/** The files beside a notice while it is written: those that it has, and those that are added. */
export function useNoticeFiles(linked: readonly Attachment[]) {
  const [kept, setKept] = useState(linked)
  const { ids, items, obstacle, ...added } = useAttachments(kept.length)
  return {
    items: [
      ...shownAttachments(kept).map(({ key, name, preview }) => ({
        key: `kept${key}`,
        name,
        preview,
        done: 1,
        problem: null,
        isKept: true,
      })),
      ...items,
    ],
    obstacle,
    isChanged: kept.length !== linked.length || items.length > 0,
    /** As the call takes them. */
    ids: [...kept.map(({ id }) => id), ids].filter((part) => part !== "").join(","),
    add: added.add,
    retry: added.retry,
    remove: (key: string) => {
      const one = kept.find(({ id }) => key === `kept${id}`)
      if (one) setKept(kept.filter((each) => each !== one))
      else added.remove(key)
    },
  }
}

export function NoticeFilesField({ files }: { readonly files: ReturnType<typeof useNoticeFiles> }) {
  return (
    <AttachmentField
      label="附件"
      hint={usePhone() ? attachmentMessages.hintOnPhone : attachmentMessages.hint}
      accept={acceptedFiles}
      items={files.items}
      onAdd={files.add}
      onRemove={files.remove}
      onRetry={files.retry}
    />
  )
}
