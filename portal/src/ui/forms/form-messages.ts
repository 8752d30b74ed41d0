/** What people read in every form, whatever it is for. */
export const formMessages = {
  unsavedTitle: "有内容尚未保存",
  unsaved: "放弃后，填写的内容会丢失。",
  discard: "放弃",
  goOn: "继续填写",
  draftFrom: (when: string) => `${when}填写的内容没有保存，可以接着填写。`,
  restoreDraft: "恢复草稿",
  filesNotKept: "草稿不包含已添加的照片和附件，请重新添加。",
  /** Of a field in which no more can be typed: what was pasted beyond it is lost. */
  full: (limit: number) => `最多${limit}字，已填满，超出的内容没有录入`,
  unreadableDay: "日期不存在或格式不正确，例如 2026-03-05",
  unreadableTime: "时间格式不正确，例如 14:05",
} as const
