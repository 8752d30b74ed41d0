// Tasks, patrol visits, assessments and handled alarms have files.
export { upload } from "./upload.ts"
export { shownAttachments, useAttachments } from "./use-attachments.ts"
