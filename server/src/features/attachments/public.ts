// Tasks, patrol visits, assessments, handled alarms and hazards have files.
export { attachmentsOf, linkAttachments, type AttachmentSubject } from "./attachment-links.ts"
