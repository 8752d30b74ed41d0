// Tasks, patrol visits, assessments, handled alarms, hazards, notices and news have files.
export {
  attachmentsOf,
  letGoOfAttachments,
  linkAttachments,
  replaceAttachments,
  type AttachmentSubject,
} from "./attachment-links.ts"
