import { expect, test, type Page } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"
import { addedFunctions } from "../../scripts/floor/known-gaps.ts"
import { open, signIn } from "../sign-in.ts"

const missingFunctions = /\/missing-functions-[^/]*\.js$/

/** From the first script on the browser is as one of the floor is. */
async function takeAway(page: Page): Promise<void> {
  await page.addInitScript((names) => {
    for (const name of names) {
      const path = name.split(".")
      const last = path.pop() ?? ""
      let owner: Record<string, unknown> = window as unknown as Record<string, unknown>
      for (const part of path) owner = owner[part] as Record<string, unknown>
      Reflect.deleteProperty(owner, last)
    }
  }, addedFunctions)
}

test("[BROWSER-7] a browser that has every function fetches no file for older ones", async ({ page }) => {
  const fetched: string[] = []
  page.on("request", (request) => fetched.push(request.url()))
  await page.goto(portalBase)
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  expect(fetched.length).toBeGreaterThan(3)
  expect(fetched.filter((address) => missingFunctions.test(address))).toEqual([])
})

test("[BROWSER-7] missing functions are there before the bundle runs, at login and at home", async ({
  page,
}) => {
  const broken: string[] = []
  page.on("pageerror", (error) => broken.push(error.message))
  await takeAway(page)
  const fetched = page.waitForRequest(missingFunctions)
  await page.goto(portalBase)
  await fetched
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await signIn(page, "school")
  await open(page, "/main/home")
  await page.reload()
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  expect(
    await page.evaluate(() => ["c", "a", "b"].toSorted((one, other) => one.localeCompare(other)).at(-1)),
  ).toBe("c")
  expect(broken).toEqual([])
})

test("[BROWSER-7] functions that could not be fetched are fetched again like every first file", async ({
  page,
}) => {
  await takeAway(page)
  let failures = 0
  await page.route(missingFunctions, (route) => {
    failures += 1
    return failures === 1 ? route.abort() : route.continue()
  })
  await page.goto(portalBase)
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  expect(failures).toBeGreaterThan(1)
})

test("[BROWSER-6] signing in and the home page do nothing that the content security policy refuses", async ({
  page,
}) => {
  const refused: string[] = []
  await page.exposeFunction("noteRefused", (what: string) => refused.push(what))
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile }) => {
      void (window as unknown as { noteRefused: (what: string) => unknown }).noteRefused(
        `${violatedDirective} ${sourceFile}`,
      )
    })
  })
  await page.goto(portalBase)
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await signIn(page, "school")
  await open(page, "/main/home")
  await page.reload()
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  expect(refused).toEqual([])
  // The policy is there, and the listener hears it.
  await page.evaluate(() => {
    const script = document.createElement("script")
    script.textContent = "void 0"
    document.head.append(script)
  })
  await expect.poll(() => refused.length).toBe(1)
})
