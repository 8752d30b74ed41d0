import { expect, type Page, type Request } from "@playwright/test"
import { staticRoutes, type StaticRoute } from "../portal/src/app/routing/routes.ts"
import { open, pathOf } from "./sign-in.ts"

/** Pages in the shell show all they have to whoever runs the platform; what is in a page of another site is not ours. */
export const shellRoutes = staticRoutes.filter(({ place, name }) => place === "shell" && !name)
export const bareRoutes = staticRoutes.filter(({ place }) => place === "bare")

/**
 * The short run walks a third of the pages for each kind of check, another third each time; `ALL=on` walks all of them.
 */
export function pagesFor(check: "scroll bars" | "zoom" | "high contrast"): readonly StaticRoute[] {
  if (process.env["ALL"] === "on") return shellRoutes
  const first = { "scroll bars": 0, zoom: 1, "high contrast": 2 }[check]
  return shellRoutes.filter((_route, at) => at % 3 === first)
}

export interface Walk {
  /** Nothing is on its way any more: no answer, no part of the program, no list that is marked as old. */
  readonly drawn: () => Promise<void>
  readonly visit: (route: StaticRoute) => Promise<void>
  /** The page as it opens and each of its tabs; `look` is told where it is. */
  readonly visitWithTabs: (route: StaticRoute, look: (place: string) => Promise<void>) => Promise<void>
}

/** A page that is led from route to route and looked at when it has been drawn. */
export function walkOf(page: Page): Walk {
  const running = new Set<Request>()
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") running.add(request)
  })
  page.on("requestfinished", (request) => running.delete(request))
  page.on("requestfailed", (request) => running.delete(request))

  const isDrawn = async () => {
    if (running.size > 0) return false
    const isQuiet = await page.evaluate(async () => {
      // A frame in which the last answer is drawn, and one in which what follows from it would begin.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(() => resolve(null)))
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
      const busy = document.querySelector("[aria-busy=true], [role=progressbar][aria-label='页面加载中']")
      return busy === null && document.querySelector("#root h1, #root h2, #root form") !== null
    })
    return isQuiet && running.size === 0
  }
  const drawn = () => expect.poll(isDrawn, { message: `${page.url()} is drawn` }).toBe(true)

  async function visit({ path, title }: StaticRoute): Promise<void> {
    await open(page, path)
    await expect(page).toHaveTitle(new RegExp(`^${title}`))
    await expect.poll(() => pathOf(page)).toBe(path)
    await drawn()
  }

  return {
    drawn,
    visit,
    async visitWithTabs(route, look) {
      await visit(route)
      await look(route.path)
      const tabs = page.getByRole("main").getByRole("tab", { selected: false })
      const names = await tabs.allTextContents()
      for (const name of names) {
        await page.getByRole("main").getByRole("tab", { name, exact: true }).click()
        await drawn()
        await look(`${route.path}, ${name}`)
      }
    },
  }
}
