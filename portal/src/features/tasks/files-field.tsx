import { attachmentLimits } from "@uc/contract/attachments/calls"
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
      hint={`图片或PDF，每个不超过${attachmentLimits.bytes / 1024 / 1024}MB，可拖入或粘贴`}
      accept="image/jpeg,image/png,image/webp,image/gif,application/pdf"
      items={items}
      onAdd={add}
      onRemove={remove}
      onRetry={retry}
    />
  )
}
