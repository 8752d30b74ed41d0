import { expect } from "@playwright/test"
import { accountCalls } from "@uc/contract/account/calls"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import { reportAlarm } from "../e2e/report-alarm.ts"
import { patience } from "./screen.ts"
import { openPath, signIn, signOut, type Hand } from "./sign-in.ts"
import { endTour, type Tour } from "./tour.ts"

export const addressOf = ({ service, path }: { readonly service: string; readonly path: string }) =>
  `/${service}${path}`

export const home = { role: "heading", name: "我的应用" } as const

/** Who is signed in, by the form; somebody else is signed out before. */
export async function beSignedInAs(tour: Tour, account: string, hand: Hand = "mouse"): Promise<void> {
  if (tour.signedIn.account === account) return
  if (tour.signedIn.account !== null) await signOut(tour)
  tour.signedIn.account = null
  try {
    await signIn(tour, account, hand)
  } catch (error) {
    endTour(tour)
    throw error
  }
  tour.signedIn.account = account
}

/** With nothing lying over it: cards of alarms that are there already are closed, as a person does. */
export async function goHome(tour: Tour): Promise<void> {
  const { screen } = tour
  await openPath(tour, "/main/home")
  await screen.see(home)
  await expect
    .poll(async () => (await screen.seen({ css: "aside[aria-label='预警监测']" }))?.text, patience)
    .toMatch(/更新$/)
  const close = { role: "button", namePattern: "^关闭(预警|演练)卡片$" } as const
  for (let cards = (await screen.seen(close))?.count ?? 0; cards > 0; cards -= 1) {
    await screen.click(close)
    await expect.poll(async () => (await screen.seen(close))?.count ?? 0, patience).toBeLessThan(cards)
  }
}

/** Opened as an older page does it. */
export async function openPicker({ driver, screen }: Tour, name: PickerName): Promise<void> {
  await driver.evaluate((key) => {
    Object.assign(window, { tourResult: window.UserCenter?.openDialog({ key }) })
  }, pickers[name].key)
  await screen.see({ role: "dialog", name: pickers[name].title })
}

/** Reported for the organisation of whoever is signed in, and seen as a card. */
export async function beAlarmed({ driver, request, screen }: Tour, modelCode: string): Promise<void> {
  const orgid = await driver.evaluate(async (address) => {
    const answer = await fetch(address)
    return ((await answer.json()) as { data: { orgid: string } }).data.orgid
  }, addressOf(accountCalls.current))
  await reportAlarm(request, { orgid, model_code: modelCode })
  const card = { role: "article", name: "预警" } as const
  await screen.see(card)
  await expect.poll(async () => (await screen.seen(card))?.text, patience).toContain(modelCode)
}
