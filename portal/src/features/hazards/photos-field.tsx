import { attachmentLimits } from "@uc/contract/attachments/calls"
import type { useAttachments } from "../attachments/public.ts"
import { AttachmentField } from "../../ui/forms/attachment-field.tsx"

interface PhotosFieldProps {
  readonly label: string
  readonly photos: ReturnType<typeof useAttachments>
}

export function PhotosField({ label, photos }: PhotosFieldProps) {
  return (
    <AttachmentField
      label={label}
      hint={`最多${attachmentLimits.each}张，每张不超过${attachmentLimits.bytes / 1024 / 1024}MB`}
      accept="image/*"
      items={photos.items}
      onAdd={photos.add}
      onRemove={photos.remove}
      onRetry={photos.retry}
    />
  )
}
