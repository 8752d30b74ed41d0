/** What a pasted text had that is not kept. */
export interface LeftOut {
  readonly fonts: boolean
  readonly colours: boolean
  readonly alignment: boolean
  readonly comments: boolean
  readonly changes: boolean
  readonly shapes: boolean
  readonly formulas: boolean
  readonly pictures: number
}

/** What it had that stays, besides words. */
export interface Kept {
  readonly headings: boolean
  readonly lists: boolean
  readonly tables: boolean
  readonly pictures: boolean
}

/** By its styles. Black on white is no colour, and left is no alignment. */
export function styledIn(root: HTMLElement): Pick<LeftOut, "fonts" | "colours" | "alignment"> {
  let [fonts, colours, alignment] = [false, false, false]
  for (const element of root.querySelectorAll("[style], [align], font")) {
    const style = (element.getAttribute("style") ?? "").toLowerCase()
    fonts ||= /(^|[;\s])font-(family|size)\s*:/.test(style) || element.matches("font[face], font[size]")
    colours ||= isColoured(style) || element.matches("font[color]")
    alignment ||=
      /text-align\s*:\s*(center|right|end)|text-indent\s*:\s*(?!-?0)/.test(style) ||
      element.matches('[align="center" i], [align="right" i]')
  }
  return { fonts, colours, alignment }
}

const plain = /^(windowtext|black|#000|#000000|rgb\(0,\s*0,\s*0\)|inherit|auto|initial|currentcolor)$/
const white = /^(white|#fff|#ffffff|rgb\(255,\s*255,\s*255\)|transparent|none|auto|initial|inherit)$/

function isColoured(style: string): boolean {
  return style.split(";").some((part) => {
    const [name = "", value = ""] = part.split(":").map((each) => each.trim())
    if (name === "color") return !plain.test(value)
    return /^(background|background-color|mso-highlight)$/.test(name) && !white.test(value)
  })
}

/** "已保留标题、列表和表格；未保留：文字颜色、2张图片（请单独插入）" */
export function pasteInWords(kept: Kept, left: LeftOut): string {
  const stays = [
    kept.headings && "标题",
    kept.lists && "列表",
    kept.tables && "表格",
    kept.pictures && "图片",
  ].filter((word) => word !== false)
  const gone = [
    left.fonts && "字体和字号",
    left.colours && "文字颜色",
    left.alignment && "对齐和缩进",
    left.comments && "批注",
    left.changes && "修订痕迹",
    left.shapes && "图形和文本框",
    left.formulas && "公式",
    left.pictures > 0 && `${left.pictures}张图片（请单独插入）`,
  ].filter((word) => word !== false)
  const first = `已保留${stays.length === 0 ? "文字" : listed(stays)}`
  return gone.length === 0 ? first : `${first}；未保留：${gone.join("、")}`
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("")
  return `${words.slice(0, -1).join("、")}和${words.at(-1)}`
}
