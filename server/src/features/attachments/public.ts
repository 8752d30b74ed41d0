// Tasks, patrol visits, assessments and handled alarms have files.
export { attachmentsOf, linkAttachments, type AttachmentSubject } from "./attachment-links.ts"
