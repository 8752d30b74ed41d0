// Tasks, patrol visits, assessments, handled alarms and hazards have files.
export { upload } from "./upload.ts"
export { shownAttachments, useAttachments } from "./use-attachments.ts"
