import { acceptedFiles, attachmentMessages } from "@uc/contract/attachments/calls"
import { usePhone } from "../../ui/layout/use-phone.ts"
import { AttachmentField } from "../../ui/forms/attachment-field.tsx"
import type { useAttachments } from "../attachments/public.ts"

interface FilesFieldProps {
  readonly label: string
  readonly files: ReturnType<typeof useAttachments>
}

/** Pictures and papers of a task, and of what was done about it. */
export function FilesField({ label, files: { items, add, remove, retry } }: FilesFieldProps) {
  return (
    <AttachmentField
      label={label}
      hint={usePhone() ? attachmentMessages.hintOnPhone : attachmentMessages.hint}
      accept={acceptedFiles}
      items={items}
      onAdd={add}
      onRemove={remove}
      onRetry={retry}
    />
  )
}
