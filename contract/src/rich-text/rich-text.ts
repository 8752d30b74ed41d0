import type { Id } from "../core/wire.ts"

/**
 * Text with structure of notices and news, as HTML: what it may hold stands here, for the sanitiser of the server and the
 * editor of the portal. Nothing in it runs, looks like the portal or is loaded from elsewhere.
 */
export const richTextTags = [
  ..."p br hr h2 h3 h4 ul ol li blockquote b strong i em u s a".split(" "),
  ..."table thead tbody tr th td img".split(" "),
] as const

/**
 * A picture has no address in the stored text, only the id of its file: where files are served is the site's matter, and
 * a foreign address can't be said.
 */
export const pictureAttribute = "data-picture"
/** Only inside the editor: a picture that is still being uploaded. */
export const waitingAttribute = "data-waiting"

export const richTextLimits = {
  /** The longer side of a picture inside of a text. */
  pictureSide: 1600,
  /** Of one text. */
  pictures: 30,
  /** The description of a picture. */
  alt: 100,
} as const

export const richTextMessages = {
  tooManyPictures: `正文中最多插入${richTextLimits.pictures}张图片`,
  pictureGone: "正文中有图片已失效，请删除后重新插入",
  pictureWaits: "图片还在上传，请稍候再保存",
} as const

const pictureId = /^[1-9][0-9]{0,17}$/

export function isPictureId(id: string): boolean {
  return pictureId.test(id)
}

/** The ids of the pictures in a cleaned text, each once. */
export function picturesIn(html: string): Id[] {
  const tags = html
    .split("<img ")
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(">")))
  const found = tags.map((tag) => /data-picture="([0-9]{1,18})"/.exec(tag)?.[1])
  return [...new Set(found.filter((id) => id !== undefined && isPictureId(id)))] as Id[]
}

/** Whether the editor still waits for a picture of this text. */
export function hasWaitingPicture(html: string): boolean {
  return html.includes(`<img ${waitingAttribute}=`)
}

const structured = /<(p|h[2-4]|ul|ol|table|blockquote|img|hr)\b/

/** A text without any structure has a paragraph a line: so were notices written before they had an editor. */
export function withParagraphs(html: string): string {
  if (html === "" || structured.test(html)) return html
  return html
    .split("\n")
    .map((line) => `<p>${line}</p>`)
    .join("")
}
