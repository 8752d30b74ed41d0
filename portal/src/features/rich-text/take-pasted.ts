import { pictureAttribute, waitingAttribute } from "@uc/contract/rich-text/rich-text"
import { pictureWidth } from "./pasted/picture-width.ts"
import { readPasted, type PasteContext, type Pasted, type PastedPicture } from "./pasted/read-pasted.ts"

interface TakeContext extends PasteContext {
  /** Whether a picture belongs to this text already. */
  readonly isHere: (id: string) => boolean
}

/** From an editor of ours it comes as it is, but a picture of another text is uploaded again: that text may be removed. */
export function takePasted(html: string, context: TakeContext): Pasted {
  const { body } = new DOMParser().parseFromString(html, "text/html")
  if (body.querySelector("[data-pm-slice]") === null) return readPasted(body, context)
  const pictures: PastedPicture[] = []
  for (const image of body.querySelectorAll(`img[${pictureAttribute}]`)) {
    const [id, source] = [image.getAttribute(pictureAttribute) ?? "", image.getAttribute("src") ?? ""]
    if (context.isHere(id)) continue
    image.removeAttribute(pictureAttribute)
    if (!context.isOwn(source) || pictures.length >= context.room) continue
    const key = context.newKey()
    image.setAttribute(waitingAttribute, key)
    const width = pictureWidth(image)
    pictures.push({ key, source, ...(width !== null && { width }) })
  }
  return { html: body.innerHTML, pictures, said: null }
}
