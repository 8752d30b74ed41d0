import type { NoticeDetail } from "@uc/contract/notices/calls"
import { AttachmentList } from "../../ui/data/attachment-list.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { shownAttachments } from "../attachments/public.ts"
import { CleanHtml } from "../rich-text/public.ts"

/** The text of a notice and the files beside it. */
export function NoticeContent({ body, attachments }: Pick<NoticeDetail, "body" | "attachments">) {
  return (
    <Stack gap={16}>
      <CleanHtml html={body} />
      {attachments.length > 0 && (
        <Stack as="section" gap={8} aria-label="附件">
          <Text as="h3" size={15} weight={600}>
            附件（{attachments.length}）
          </Text>
          <AttachmentList label="附件列表" items={shownAttachments(attachments)} />
        </Stack>
      )}
    </Stack>
  )
}
