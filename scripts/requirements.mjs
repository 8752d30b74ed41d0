// `npm run requirements`: which tests name which requirement, and which requirement no test names.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"

/** @param {string} page docs/requirements.md */
export function requirementIds(page) {
  return [...page.matchAll(/^\|\s*([A-Z]+-\d+)\s*\|/gm)].map(([, id]) => String(id))
}

/**
 * The titles of a file's tests that name a requirement, as `[ID]`.
 * @param {string} source
 */
export function titlesWithIds(source) {
  const titles = source.matchAll(
    /\b(?:test|it|describe)(?:\.\w+)*\s*(?:\([^()]*\)\s*)?\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g,
  )
  return [...titles].flatMap(([, , title = ""]) => {
    const ids = [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id]) => String(id))
    return ids.length ? [{ title, ids }] : []
  })
}

function main() {
  const ids = requirementIds(readFileSync(join(root, "docs", "requirements.md"), "utf8"))
  const files = projectFiles().filter((file) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(file))
  /** @type {Map<string, string[]>} */
  const named = new Map(ids.map((id) => [id, []]))
  for (const file of files) {
    for (const { title, ids: inTitle } of titlesWithIds(readFileSync(join(root, file), "utf8"))) {
      for (const id of inTitle) {
        const tests = named.get(id)
        if (tests) tests.push(`${file}: ${title}`)
        else console.log(`There is no requirement ${id}, which is named by ${file}: ${title}`)
      }
    }
  }
  for (const [id, tests] of named)
    if (tests.length) console.log(`${id}\n${tests.map((test) => `  ${test}`).join("\n")}`)
  const missing = ids.filter((id) => !named.get(id)?.length)
  console.log(`\nNamed by no test: ${missing.join(" ") || "none"}`)
  console.log(`${ids.length - missing.length} of ${ids.length} requirements are named by a test.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main()
