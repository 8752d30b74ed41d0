// The files of the project, without asking git: whoever unpacks an archive on a bare machine has none.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "./prepare.mjs"

/** Paths from the root with `/`, in order, without what .gitignore names. */
export function projectFiles() {
  const isIgnored = ignoredBy(readFileSync(join(root, ".gitignore"), "utf8"))
  /**
   * @param {string} folder
   * @returns {string[]}
   */
  const below = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.name === ".git" || isIgnored(path, entry.isDirectory())) return []
      return entry.isDirectory() ? below(path) : [path]
    })
  return below("").toSorted()
}

/**
 * Understands what our .gitignore has: names of folders (`dist/`), folders at the root (`/data/`) and endings of files (`*.log`).
 * @param {string} gitignore
 */
export function ignoredBy(gitignore) {
  const lines = gitignore.split(/\r?\n/).filter(Boolean)
  const folders = lines.filter((line) => /^[\w.-]+\/$/.test(line)).map((line) => line.slice(0, -1))
  const atRoot = lines.filter((line) => /^\/[\w.-]+\/$/.test(line)).map((line) => line.slice(1, -1))
  const endings = lines.filter((line) => /^\*[\w.-]+$/.test(line)).map((line) => line.slice(1))
  if (folders.length + atRoot.length + endings.length !== lines.length)
    throw new Error("project-files.mjs does not understand a line of .gitignore.")
  /**
   * @param {string} path
   * @param {boolean} isFolder
   */
  return (path, isFolder) =>
    isFolder
      ? folders.includes(path.slice(path.lastIndexOf("/") + 1)) || atRoot.includes(path)
      : endings.some((ending) => path.endsWith(ending))
}
