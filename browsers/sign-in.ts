import { createHash } from "node:crypto"
import { setTimeout as passes } from "node:timers/promises"
import { expect } from "@playwright/test"
import { captchaLimits, captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { portalBase } from "@uc/contract/core/site-defaults"
import { query } from "../e2e/database.ts"
import { handsWay } from "../e2e/slider-answer.ts"
import type { Driver } from "./driver.ts"
import { pathBetween, patience, type Screen } from "./screen.ts"

export type Hand = "mouse" | "touch" | "keys"

interface On {
  readonly driver: Driver
  readonly screen: Screen
  readonly address: string
}

const slider = "[data-view]"

/** Goes to a path of the portal, in the same document where one is there already. */
export async function openPath({ driver, address }: On, path: string): Promise<void> {
  await driver.open(`${address}${portalBase}#${path}`)
}

/** Where the hole of the picture on screen is, in image pixels. */
async function holeOf(driver: Driver): Promise<number> {
  const ticketOf = (selector: string) => {
    const element = document.querySelector(selector)
    return element?.getAttribute("data-view") === "ready" ? element.getAttribute("data-ticket") : null
  }
  let ticket: string | null = null
  await expect
    .poll(async () => (ticket = await driver.evaluate(ticketOf, slider)), {
      ...patience,
      message: "a slider",
    })
    .not.toBeNull()
  const hash = createHash("sha256").update(String(ticket)).digest()
  const [row] = await query<{ x: number }>("select x from captcha_challenge where id_hash = $1", [hash])
  if (!row) throw new Error("The picture on screen has no challenge in the database")
  return row.x
}

/** Solves the slider on screen; whether it was right is the page's to show. */
export async function solveSlider({ driver, screen }: On, hand: Hand): Promise<void> {
  const hole = await holeOf(driver)
  const grip = await screen.placeOf({ css: `${slider} [role=slider]` })
  const drawn = await screen.see({ css: slider })
  // Somebody looks before they drag; the server refuses who was quicker than anybody could be (CAPT-6).
  await passes(500)
  if (hand === "keys") {
    await driver.evaluate(
      (css) => document.querySelector<HTMLElement>(css)?.focus(),
      `${slider} [role=slider]`,
    )
    const keys = [
      ...Array.from({ length: Math.floor(hole / 5) }, () => "Shift+ArrowRight"),
      ...Array.from({ length: hole % 5 }, () => "ArrowRight"),
    ]
    for (const key of keys) {
      await driver.press(key)
      await passes(25)
    }
    await driver.press("Enter")
    return
  }
  const path = pathBetween(grip, handsWay((hole * drawn.width) / captchaLimits.width))
  if (hand === "mouse") await driver.mouse(path)
  else await driver.touch?.(path)
}

const tries = 3

/** Through the form of the login page, to the home page. */
export async function signIn(on: On, account: string, hand: Hand): Promise<void> {
  await openPath(on, "/newLogin")
  // After a sign-out the page is there already, and what is typed before it is opened again is lost.
  await expect(async () => {
    await on.screen.write({ role: "box", name: "账号" }, account)
    await on.screen.write({ role: "box", name: "密码" }, demoPassword)
    const typed = await on.driver.evaluate(
      () => document.querySelector<HTMLInputElement>("input[name=username]")?.value,
    )
    expect(typed).toBe(account)
  }).toPass(patience)
  await on.driver.press("Enter")
  // A drag that a busy machine distorts is refused; a person drags again.
  for (let tried = 1; ; tried += 1) {
    await solveSlider(on, hand)
    if ((await isHomeOrRefused(on)) === "home") return
    if (tried === tries) throw new Error(`The slider was refused ${tries} times`)
    console.log(`${account}: the slider was refused, once more`)
  }
}

async function isHomeOrRefused({ screen }: On): Promise<"home" | "refused"> {
  let now: "home" | "refused" | null = null
  await expect
    .poll(
      async () => {
        if (await screen.seenIfThere({ role: "heading", name: "我的应用" })) now = "home"
        else if (await screen.seenIfThere({ role: "alert", name: captchaMessages.failed })) now = "refused"
        return now
      },
      { ...patience, message: "the home page, or a refused slider" },
    )
    .not.toBeNull()
  return now ?? "home"
}

/** By the menu of one's own name. A card that comes meanwhile moves the page and closes the menu; a person opens it again. */
export async function signOut({ screen }: On): Promise<void> {
  const item = { role: "menuitem", name: "退出登录" } as const
  const account = { role: "box", name: "账号" } as const
  await expect(async () => {
    if (await screen.seenIfThere(account)) return
    if (!(await screen.seenIfThere(item))) await screen.click({ role: "button", namePattern: "，个人菜单$" })
    await screen.click(item)
    await expect
      .poll(() => screen.seenIfThere(account), { timeout: 5_000, message: "the login page" })
      .not.toBeNull()
  }).toPass(patience)
}

/** Where a call asks who one is (AUTH-1): by password, with the slider. */
export async function proveByPassword(on: On): Promise<void> {
  await on.screen.write({ role: "box", name: "登录密码" }, demoPassword)
  await on.screen.click({ role: "button", name: "确定", inDialog: true })
  await solveSlider(on, "mouse")
}
