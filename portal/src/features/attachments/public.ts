// Tasks, patrol visits and assessments have files.
export { upload } from "./upload.ts"
export { shownAttachments, useAttachments } from "./use-attachments.ts"
