import type { LeftOut } from "./left-out.ts"

/** Whether Word, Excel or a program of WPS has put this on the clipboard. */
export function isFromOffice(root: HTMLElement): boolean {
  return root.querySelector('[style*="mso-" i], [class^="Mso" i], [class^="xl" i] td, o\\:p') !== null
}

/**
 * Removes what only an office program shows: comments of reviewers, deleted text, hidden text, drawings and formulas with the
 * pictures that stand for them. A picture's own drawing is no drawing: the picture follows it.
 */
export function removeOfficeMarks(
  root: HTMLElement,
): Pick<LeftOut, "comments" | "changes" | "shapes" | "formulas"> {
  const { shapes, formulas } = removeDrawings(root)
  const remove = (selector: string): boolean => {
    const found = [...root.querySelectorAll(selector)]
    for (const element of found) element.remove()
    return found.length > 0
  }
  remove("style, script, meta, link, title, xml, noscript, template, head")
  const comments = remove(
    '[style*="mso-element:comment" i], [style*="mso-comment-reference" i], .MsoCommentReference, .MsoCommentText, .msocomanchor, .msocomtxt',
  )
  const changes = remove("del, .msoDel")
  remove('[style*="mso-hide:all" i], [style*="display:none" i], [style*="display: none" i]')
  return { comments, changes, shapes, formulas }
}

function removeDrawings(root: HTMLElement): { shapes: boolean; formulas: boolean } {
  let [shapes, formulas] = [false, false]
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  const comments: Comment[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) comments.push(node as Comment)
  for (const [at, comment] of comments.entries()) {
    const words = comment.nodeValue ?? ""
    const isFormula = /^\[if gte msEquation/i.test(words)
    const isShape = /^\[if gte vml/i.test(words) && /<v:/i.test(words) && !/<v:imagedata/i.test(words)
    shapes ||= isShape
    formulas ||= isFormula
    if (!isFormula && !isShape) continue
    // What other programs are to show instead stands between the next two comments.
    const [begin, end] = [comments[at + 1], comments[at + 2]]
    if (begin && end && /^\[if !(vml|msEquation)\]/i.test(begin.nodeValue ?? "")) removeBetween(begin, end)
  }
  for (const element of root.querySelectorAll("*"))
    if (/^(v|m):/.test(element.localName)) {
      if (element.localName.startsWith("m:")) formulas = true
      else if (!element.querySelector("v\\:imagedata")) shapes ||= element.localName !== "v:imagedata"
      element.remove()
    }
  return { shapes, formulas }
}

function removeBetween(begin: Node, end: Node): void {
  const range = (begin.ownerDocument ?? document).createRange()
  range.setStartAfter(begin)
  range.setEndBefore(end)
  range.deleteContents()
}
