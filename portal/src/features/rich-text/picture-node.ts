import { Node } from "@tiptap/core"
import {
  isPictureId,
  pictureAttribute,
  richTextLimits,
  waitingAttribute,
} from "@uc/contract/rich-text/rich-text"
import { attachmentAddress } from "../attachments/public.ts"

export interface PictureFacts {
  readonly picture: string
  readonly width: number | null
  readonly height: number | null
}

function pixelsOf(element: HTMLElement, name: "width" | "height"): number | null {
  const pixels = Number(element.getAttribute(name))
  return Number.isInteger(pixels) && pixels > 0 ? pixels : null
}

/** A picture of ours, or the place of one that is being uploaded. What has no id of ours is no picture. */
export const Picture = Node.create({
  name: "picture",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      picture: {
        default: null,
        parseHTML: (element) => element.getAttribute(pictureAttribute),
      },
      waiting: {
        default: null,
        parseHTML: (element) =>
          element.hasAttribute(pictureAttribute) ? null : element.getAttribute(waitingAttribute),
      },
      alt: {
        default: "",
        parseHTML: (element) => (element.getAttribute("alt") ?? "").slice(0, richTextLimits.alt),
      },
      width: { default: null, parseHTML: (element) => pixelsOf(element, "width") },
      height: { default: null, parseHTML: (element) => pixelsOf(element, "height") },
    }
  },
  parseHTML() {
    return [
      {
        tag: `img[${pictureAttribute}]`,
        getAttrs: (element) => isPictureId(element.getAttribute(pictureAttribute) ?? "") && null,
      },
      { tag: `img[${waitingAttribute}]` },
    ]
  },
  renderHTML({ node }) {
    const { picture, waiting, alt, width, height } = node.attrs
    // `hasWaitingPicture` goes by the attribute that comes first.
    if (picture === null) return ["img", { [waitingAttribute]: waiting, alt: "图片上传中…" }]
    const id = String(picture)
    return ["img", { [pictureAttribute]: id, src: attachmentAddress(id, "full"), alt, width, height }]
  },
})
