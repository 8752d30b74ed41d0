import { AxeBuilder } from "@axe-core/playwright"
import type { Browser, Page } from "@playwright/test"
import { startBare } from "./bare.ts"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { Hand } from "./control-checks/hand.ts"
import { behaviours } from "./control-checks/behaviours.ts"
import {
  buildVariant,
  comparedVariants,
  installLibraries,
  linesOfVariant,
  newerThanOldest,
  variants,
  type BuiltVariant,
  type Variant,
} from "./control-checks/variants.ts"
import { freshPage, slowDown } from "./slow-browser.ts"
import { compared, median } from "./statistics.ts"
import { launchUnpaced } from "./tree.ts"

interface Visits {
  readonly firstMs: number
  readonly laterMs: number
  readonly heapMb: number
}

/** See docs/decisions/051-what-stands-under-the-page-kit.md. */
export const controls: Benchmark = {
  name: "controls",
  goal: "the same page of filters, row menu, dialog and toast on our own controls, Base UI, React Aria and antd",
  async run(context) {
    installLibraries(context)
    const built = new Map<Variant, BuiltVariant>()
    for (const variant of variants) built.set(variant, await buildVariant(context, variant))
    const address = await startBare(context, { folder: context.scratch("controls"), routes: [] })
    return [
      ...weights(context, built),
      ...(await times(context, address)),
      ...(await checks(context, address)),
    ]
  },
}

const once = (value: number) => ({ value, spread: { low: value, high: value, count: 1 } })

function weights(context: Context, built: ReadonlyMap<Variant, BuiltVariant>): Measured[] {
  const bare = built.get("bare")
  if (!bare) throw new Error("The bare page was not built")
  return comparedVariants.flatMap((variant) => {
    const { scriptKb, styleKb, gzipKb, text, uiFiles } = built.get(variant) ?? bare
    const lines = linesOfVariant(context.root, variant, uiFiles)
    context.say(
      `${variant}: newer than Chromium 87: ${newerThanOldest(text, bare.text).join(", ") || "nothing"}`,
    )
    return [
      { name: `${variant}: script over bare React, brotli`, unit: "kB", ...once(scriptKb - bare.scriptKb) },
      { name: `${variant}: style over bare React, brotli`, unit: "kB", ...once(styleKb - bare.styleKb) },
      { name: `${variant}: both, gzip`, unit: "kB", ...once(gzipKb - bare.gzipKb) },
      { name: `${variant}: lines of the page`, unit: "lines", ...once(lines.page) },
      { name: `${variant}: lines of the controls under it`, unit: "lines", ...once(lines.controls) },
    ]
  })
}

// How long a change to this page takes

async function times(context: Context, address: string): Promise<Measured[]> {
  const browser = await launchUnpaced()
  context.onEnd(() => browser.close())
  const visits = new Map<Variant, Visits[]>(variants.map((variant) => [variant, []]))
  for (let at = 0; at < (context.isQuick ? 1 : 7); at++)
    for (const variant of variants)
      visits.get(variant)?.push(await visit(browser, `${address}/${variant}/index.html`))
  const values = (variant: Variant, of: keyof Visits) => (visits.get(variant) ?? []).map((one) => one[of])
  return comparedVariants.flatMap((variant) => {
    const beside = (of: keyof Visits) => compared(values(variant, of), values("bare", of), "bare React page")
    return [
      { name: `${variant}: first visit, CPU slowed 4x`, unit: "ms", ...beside("firstMs") },
      { name: `${variant}: later visits, CPU slowed 4x`, unit: "ms", ...beside("laterMs") },
      { name: `${variant}: heap with the page`, unit: "MB", ...beside("heapMb") },
    ]
  })
}

async function visit(browser: Browser, address: string): Promise<Visits> {
  const page = await freshPage(browser)
  try {
    await page.goto(address)
    await page.locator("#list").waitFor()
    await page.waitForLoadState("networkidle")
    await slowDown(page, { network: false })
    const firstMs = await clickToPaint(page)
    const later: number[] = []
    for (let at = 0; at < 5; at++) {
      await page.locator("#home").click()
      await page.locator("table.list").waitFor({ state: "detached" })
      await page.waitForTimeout(100)
      later.push(await clickToPaint(page))
    }
    return { firstMs, laterMs: median(later).value, heapMb: await heapMb(page) }
  } finally {
    await page.context().close()
  }
}

async function clickToPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const painted = new MessageChannel()
        const startMs = performance.now()
        painted.port1.addEventListener("message", () => {
          painted.port1.close()
          resolve(performance.now() - startMs)
        })
        painted.port1.start()
        function look() {
          if (performance.now() - startMs > 20_000) reject(new Error("The page did not come up"))
          else if (document.querySelector("table.list tbody tr:nth-child(20)"))
            requestAnimationFrame(() => painted.port2.postMessage(null))
          else requestAnimationFrame(look)
        }
        document.getElementById("list")?.click()
        requestAnimationFrame(look)
      }),
  )
}

async function heapMb(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("HeapProfiler.enable")
  await devtools.send("HeapProfiler.collectGarbage")
  const { usedSize, backingStorageSize } = await devtools.send("Runtime.getHeapUsage")
  await devtools.detach()
  return (usedSize + backingStorageSize) / 1e6
}

// What works

async function checks(context: Context, address: string): Promise<Measured[]> {
  const browser = await context.browser()
  const measured: Measured[] = []
  for (const variant of comparedVariants) {
    const page = await freshPage(browser)
    const faults: string[] = []
    page.on("pageerror", (error) => faults.push(error.message))
    const hand = new Hand(page, variant)
    const broken = await violations(hand, address)
    context.say(`${variant}: axe: ${broken.join("; ") || "nothing"}`)
    measured.push({ name: `${variant}: axe violations`, unit: "rules", ...once(broken.length) })
    measured.push(...(await keyboard(context, hand, address)))
    context.say(`${variant}: Chinese: ${await foreignWords(hand, address)}`)
    if (faults.length > 0) context.say(`${variant}: errors of the page: ${[...new Set(faults)].join("; ")}`)
    await page.context().close()
  }
  return measured
}

async function keyboard(context: Context, hand: Hand, address: string): Promise<Measured[]> {
  const kinds = [...new Set(behaviours.map(({ of }) => of))]
  const failed: string[] = []
  const rows = new Map<string, { passed: number; count: number }>()
  for (const { of, name, holds } of behaviours) {
    await hand.open(address)
    const isRight = await holds(hand).catch((error: unknown) => {
      context.say(`${hand.variant}: ${name}: ${error instanceof Error ? error.message.split("\n")[0] : "?"}`)
      return false
    })
    if (!isRight) failed.push(`${of}: ${name}`)
    const row = rows.get(of) ?? { passed: 0, count: 0 }
    rows.set(of, { passed: row.passed + (isRight ? 1 : 0), count: row.count + 1 })
  }
  context.say(
    `${hand.variant}: keyboard by control: ${kinds.map((of) => `${of} ${rows.get(of)?.passed}/${rows.get(of)?.count}`).join(", ")}`,
  )
  context.say(`${hand.variant}: keyboard failed: ${failed.join("; ") || "nothing"}`)
  return [
    {
      name: `${hand.variant}: keys that do what they should`,
      unit: `of ${behaviours.length}`,
      ...once(behaviours.length - failed.length),
    },
  ]
}

/** Serious or not, on the page, with each thing open, and with a toast. */
async function violations(hand: Hand, address: string): Promise<string[]> {
  const found = new Set<string>()
  const look = async (when: string) => {
    await hand.page.waitForTimeout(400)
    const { violations: broken } = await new AxeBuilder({ page: hand.page }).analyze()
    for (const { id, impact } of broken) found.add(`${id} (${impact}, ${when})`)
  }
  await hand.open(address)
  await look("page")
  await hand.focus("school")
  await hand.press("Enter")
  await look("select")
  await hand.open(address)
  await hand.focus("menu")
  await hand.press("Enter")
  await look("menu")
  await hand.open(address)
  await hand.openDialog()
  await look("dialog")
  await hand.focus("dialog-day")
  await hand.press("Alt+ArrowDown", "ArrowDown")
  await look("calendar")
  await hand.open(address)
  await hand.openDialog()
  await hand.focus("dialog-tell")
  await hand.press("Enter")
  await look("toast")
  return [...found]
}

/** Words that are not Chinese in what is shown and in what readers are told. */
async function foreignWords(hand: Hand, address: string): Promise<string> {
  await hand.open(address)
  await hand.openDialog()
  await hand.focus("dialog-day")
  await hand.press("Alt+ArrowDown", "ArrowDown")
  await hand.page.waitForTimeout(400)
  const words = await hand.page.evaluate(() => {
    const named = [...document.querySelectorAll("[aria-label], [aria-valuetext], [placeholder], [title]")]
    const told = named.flatMap((element) =>
      ["aria-label", "aria-valuetext", "placeholder", "title"].map(
        (name) => element.getAttribute(name) ?? "",
      ),
    )
    return [...told, document.body.innerText].join("\n").match(/[A-Za-z][A-Za-z -]{3,}/g) ?? []
  })
  const foreign = [...new Set(words.map((word) => word.trim()))].filter((word) => !/Kangqiao|PDF/.test(word))
  return foreign.length === 0 ? "no foreign word" : `foreign words ${foreign.slice(0, 12).join(", ")}`
}
