// Tasks, patrol visits, assessments, handled alarms, hazards and notices have files.
export { attachmentAddress, attachmentIdIn, upload } from "./upload.ts"
export { shownAttachments, useAttachments } from "./use-attachments.ts"
// A text has pictures.
export { forText } from "./lighten-picture.ts"
