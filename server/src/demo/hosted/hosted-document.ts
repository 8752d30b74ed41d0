import type { HostedPage } from "./hosted-pages.ts"
import { runPage } from "./page-script.ts"

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** The whole document of a hosted page. Its script is a file of its own, because the page's policy allows no inline ones. */
export function hostedDocument(page: HostedPage): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}</title>
<link rel="stylesheet" href="/style.css">
<script src="/script.js?page=${encodeURIComponent(page.path)}" defer></script>
</head>
<body>
<header><strong>${escaped(page.system)}</strong><span id="connection" role="status">正在连接用户中心…</span></header>
<main>
<h1>${escaped(page.title)}</h1>
<p class="intro">${escaped(page.intro)}</p>
${actionsOf(page)}
<p id="told" role="status"></p>
${viewOf(page)}
</main>
<footer>演示页面，来自另一个站点；数据仅在本页有效。</footer>
</body>
</html>
`
}

/** What \`/script.js\` answers for a page. */
export function hostedScript(page: HostedPage, portals: readonly string[]): string {
  return `(${runPage.toString()})(${JSON.stringify({ page, portals }).replaceAll("<", "\\u003c")})`
}

function actionsOf({ actions = [] }: HostedPage): string {
  if (actions.length === 0) return ""
  const buttons = actions.map(
    ({ label }, at) => `<button type="button" data-action="${at}" disabled>${escaped(label)}</button>`,
  )
  return `<p class="actions">${buttons.join("")}</p>`
}

function viewOf({ view, rowAction, title }: HostedPage): string {
  if (view.kind === "cameras")
    return `<ul class="cameras">${view.places
      .map(
        (place) =>
          `<li><span class="live">${view.isLive ? "实时" : "回放"}</span><b>${escaped(place)}</b><time>--:--:--</time></li>`,
      )
      .join("")}</ul>`
  if (view.kind === "timetable") {
    const rows = view.lessons.map(
      (lessons, at) =>
        `<tr><th scope="row">第${at + 1}节</th>${lessons.map((one) => `<td>${escaped(one)}</td>`).join("")}</tr>`,
    )
    const days = ["", "周一", "周二", "周三", "周四", "周五"].map((day) => `<th scope="col">${day}</th>`)
    return tableOf("lessons", title, days, rows)
  }
  const heads = [...view.columns, ...(rowAction ? ["操作"] : [])].map(
    (name) => `<th scope="col">${escaped(name)}</th>`,
  )
  const rows = view.rows.map((cells) => {
    const last = cells.length - 1
    const drawn = cells.map(
      (text, at) =>
        `<td data-label="${escaped(view.columns[at] ?? "")}"${at === last ? " data-outcome" : ""}>${escaped(text)}</td>`,
    )
    const button = rowAction
      ? `<td><button type="button" disabled>${escaped(rowAction.label)}</button></td>`
      : ""
    return `<tr>${drawn.join("")}${button}</tr>`
  })
  return tableOf("entries", title, heads, rows)
}

const tableOf = (kind: string, title: string, heads: readonly string[], rows: readonly string[]) =>
  `<div class="scrolls" tabindex="0" role="region" aria-label="${escaped(title)}"><table class="${kind}"><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`

/** Somebody else's look: not the portal's, but at home in its light and dark frame. */
export const hostedStyle = `
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5b6b7b; --line: #d9e1e8; --paper: #fff; --bar: #0f766e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9fb0c0; --line: #2c3a47; --paper: #131b22; --bar: #115e59; } }
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: var(--ink); background: var(--paper); }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding: 10px 20px; color: #fff; background: var(--bar); }
main { padding: 16px 20px; max-width: 1200px; margin: 0 auto; }
h1 { font-size: 22px; margin: 0 0 4px; }
.intro, footer { color: var(--soft); margin: 0 0 12px; }
footer { padding: 0 20px 20px; text-align: center; font-size: 13px; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 8px; }
button { font: inherit; min-height: 36px; padding: 4px 14px; color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: 4px; cursor: pointer; white-space: nowrap; }
button:hover:enabled, button:focus-visible { border-color: #14b8a6; }
button:disabled { opacity: .5; cursor: default; }
#told { min-height: 1.6em; margin: 0 0 8px; }
.scrolls { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 10px 12px; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
.entries td { white-space: normal; }
tr:last-child > * { border-bottom: 0; }
th { color: var(--soft); font-weight: 600; }
.cameras { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); }
.cameras li { position: relative; aspect-ratio: 16 / 9; min-height: 135px; padding: 8px 10px; color: #fff; border-radius: 6px; background: linear-gradient(160deg, #334155 0 45%, #1e293b 45% 70%, #0f172a 70%); display: flex; align-items: flex-end; justify-content: space-between; }
.live { position: absolute; top: 8px; left: 10px; font-size: 12px; padding: 0 6px; border-radius: 3px; background: #b91c1c; }
@media (max-width: 600px) {
  main, header { padding-left: 12px; padding-right: 12px; }
  .entries thead { display: none; }
  .entries tr { display: block; padding: 8px 12px; border-bottom: 1px solid var(--line); }
  .entries tr:last-child { border-bottom: 0; }
  .entries td { display: flex; gap: 12px; padding: 3px 0; border: 0; }
  .entries td[data-label]::before { content: attr(data-label); flex: 0 0 5em; color: var(--soft); }
}
`
