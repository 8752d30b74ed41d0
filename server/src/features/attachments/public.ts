// Tasks, patrol visits and assessments have files.
export { attachmentsOf, linkAttachments, type AttachmentSubject } from "./attachment-links.ts"
