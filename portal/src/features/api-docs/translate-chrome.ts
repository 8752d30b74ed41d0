/** The library has no other language than English: its own words, as they stand on the screen. */
const words: Readonly<Record<string, string>> = {
  Parameters: "参数",
  "No parameters": "没有参数",
  Name: "名称",
  Description: "说明",
  "Request body": "请求内容",
  Responses: "回答",
  Code: "状态",
  Links: "链接",
  "No links": "—",
  "Media type": "内容类型",
  "Example Value": "示例",
  Schema: "结构",
  required: "必填",
  "No operations defined in spec!": "没有符合的接口",
  "Expand operation": "展开",
  "Collapse operation": "收起",
  "Expand all": "全部展开",
  "Collapse all": "全部收起",
}

const searchWords = "按分组查找"

function translated(word: string | null): string | undefined {
  const own = word?.trim() ?? ""
  return Object.hasOwn(words, own) ? words[own] : undefined
}

/** Names of parameters and what stands in examples are not the library's words. */
const content = "pre, code, .parameter__type, .opblock-summary-path, .opblock-summary-description"

function translate(root: Element): void {
  const search = root.querySelector<HTMLInputElement>(".operation-filter-input")
  if (search && search.placeholder !== searchWords) {
    search.placeholder = searchWords
    search.setAttribute("aria-label", searchWords)
  }
  for (const name of ["aria-label", "title"])
    for (const each of root.querySelectorAll(`[${name}]`)) {
      const word = translated(each.getAttribute(name))
      if (word !== undefined) each.setAttribute(name, word)
    }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const word = translated(text.nodeValue)
    if (word !== undefined && text.parentElement?.closest(content) === null) text.nodeValue = word
  }
}

/** SSO-6: also what the library draws later. Gives what ends it. */
export function keepTranslated(root: Element): () => void {
  const observer = new MutationObserver(() => translate(root))
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  translate(root)
  return () => observer.disconnect()
}
