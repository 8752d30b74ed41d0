import { join } from "node:path"
import type { Plugin } from "vite"
import { loginPage } from "./chunk-files.ts"

/** A signed-in person's first page: what is around it, itself, its cards, and who asks. */
const homeRoots = [
  "/app/shell/shell.tsx",
  "/features/home/home.page.tsx",
  "/app/shell/home/home-cards.ts",
  "/app/routing/menu-source.ts",
  "/app/routing/all-pages.ts",
  "/platform/session/current-user.ts",
  "/features/notices/load-information.ts",
]

/** Who asks, and which file a page is: they come with the smaller file, and their work is done while home's own is still on its way. */
const beforeHome = ["/app/routing/all-pages.ts", "/platform/session/current-user.ts"]

/** What is drawn after home's first card: what the shell shows around the page, and the other cards, each in one file. */
const afterHome = [
  ["/app/shell/later-parts.ts", "shell"],
  ["/platform/realtime/run-events.ts", "shell"],
  ["/app/shell/home/all-home-cards.ts", "home-cards"],
] as const

/** The contract, and what it is written with. It knows nothing of React, and so need not wait for it. */
function isShape(id: string): boolean {
  return /\/contract\/src\/|\/node_modules\/zod\//.test(id)
}

/** As many pages as this need a part before it is put into the file that pages share. */
const pagesThatShare = 6

type ModuleInfo = (id: string) => { readonly importedIds: readonly string[] } | null

/** Every module that these import, whatever is fetched later apart. */
function closure(roots: readonly string[], infoOf: ModuleInfo): Set<string> {
  const found = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(infoOf(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Over a slow line each file costs a journey there and back, and only six travel at a time. What the first page of whoever
 * is signed in needs comes in few files: `start` and `words`, which everybody needs, `signed-in` and `shapes`, which open pages need
 * too, and `home` with `home-shapes`; what the login page alone needs is in none of them. The shapes are small and there first,
 * and boot.js has them run while `start` is still on its way: making them takes a slow machine a tenth of a second.
 * `page-kit` is what most other pages share (lists, forms, dialogs): the first of them fetches it, in one file instead of fifteen.
 */
export function homeGroups(): { plugin: Plugin; groupOf: (id: string) => string | null } {
  const groups = new Map<string, string>()
  const source = join(import.meta.dirname, "..", "src")
  return {
    groupOf: (id) => groups.get(id) ?? null,
    plugin: {
      name: "home-groups",
      apply: "build",
      buildEnd() {
        const infoOf: ModuleInfo = (id) => this.getModuleInfo(id)
        const all = [...this.getModuleIds()]
        const main = join(source, "main.tsx")
        const login = source + loginPage
        const atStart = closure([main], infoOf)
        const atLogin = closure([main, login], infoOf)
        const atOpenPages = closure(
          all.filter((id) => /\/features\/(login|reauth|not-found)\/[^?]*$/.test(id)),
          infoOf,
        )
        const atHome = closure(
          homeRoots.map((path) => source + path),
          infoOf,
        )
        const early = closure(
          beforeHome.map((path) => source + path),
          infoOf,
        )
        for (const id of atHome) {
          if (atLogin.has(id)) continue
          if (isShape(id)) groups.set(id, atOpenPages.has(id) ? "shapes" : "home-shapes")
          else groups.set(id, atOpenPages.has(id) || early.has(id) ? "signed-in" : "home")
        }
        for (const [root, name] of afterHome)
          for (const id of closure([source + root], infoOf))
            if (!groups.has(id) && !atHome.has(id) && !atLogin.has(id))
              groups.set(id, atOpenPages.has(id) ? "popups" : name)
        const pages = all
          .filter((id) => /\/features\/[^?]*\.page\.tsx$/.test(id))
          .map((id) => closure([id], infoOf))
        for (const id of all) {
          if (groups.has(id) || atHome.has(id) || atLogin.has(id) || atOpenPages.has(id)) continue
          if (!/\/portal\/src\/(?:ui|page-kit|platform\/http)\//.test(id)) continue
          if (pages.filter((parts) => parts.has(id)).length >= pagesThatShare) groups.set(id, "page-kit")
        }
        const ahead = closure([join(source, "app/loading/load-ahead.ts")], infoOf)
        for (const id of atLogin) {
          // The two that are asked for by name keep their own files.
          if (id === main || id === login) continue
          if (isShape(id) || ahead.has(id)) groups.set(id, "words")
          else groups.set(id, atStart.has(id) || atHome.has(id) ? "start" : "login")
        }
      },
    },
  }
}
