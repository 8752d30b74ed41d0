import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, request, test as base, type APIRequestContext } from "@playwright/test"
import { dataDirVariable } from "../e2e/database.ts"
import { root } from "../scripts/prepare.mjs"
import { startDisplay } from "./display.ts"
import type { Driver } from "./driver.ts"
import { engines } from "./engines.ts"
import { screenOf, type Screen } from "./screen.ts"
import { plainName, startSite, type Protocol, type Site } from "./site.ts"

export interface Tour {
  readonly engine: string
  readonly protocol: Protocol
  readonly site: Site
  /** The portal's address as the engine knows it. */
  readonly address: string
  readonly driver: Driver
  readonly screen: Screen
  readonly downloads: string
  /** As a machine calls the product, past the engine. */
  readonly request: APIRequestContext
  /** Whose session the engine has. */
  readonly signedIn: { account: string | null }
  /** A picture of the window, named after what it shows. */
  readonly shoot: (name: string) => Promise<void>
}

interface Options {
  readonly engine: string
  readonly protocol: Protocol
}

const pictureFolder = ({ engine, protocol }: Options) =>
  join(root, ".cache", "browsers", `${engine}-${protocol}`)

/** Where it is noted that an engine could not sign in. A file: after a failed step another process goes on. */
const noSignIn = (options: Options) => join(pictureFolder(options), "sign-in-failed")

/** Nothing behind the sign-in can be tried any more: the engine's tour ends here. */
export function endTour(tour: Tour): void {
  writeFileSync(noSignIn(tour), "")
  console.log(`${tour.engine}-${tour.protocol}: sign-in failed, and its tour ends here.`)
}

export const endedTour = "its sign-in failed"

/** By what the table learns which version an engine was. */
export const versionAnnotation = "version"

/** One engine in one window over one protocol, for all steps of a tour; after a failed step another one is started. */
export const test = base.extend<
  { readonly goesOn: void; readonly quiet: void },
  { readonly tour: Tour } & Options
>({
  engine: ["", { option: true, scope: "worker" }],
  protocol: ["https", { option: true, scope: "worker" }],
  tour: [
    async ({ engine, protocol }, use) => {
      const found = engines.find(({ name }) => name === engine)?.find()
      if (!found) throw new Error(`This machine has no ${engine}`)
      const site = await startSite()
      process.env[dataDirVariable] = site.product.dataDir
      const display = await startDisplay()
      const folder = mkdtempSync(join(tmpdir(), `user-centre-${engine}-`))
      const downloads = join(folder, "Downloads")
      const pictures = pictureFolder({ engine, protocol })
      for (const each of [downloads, pictures]) mkdirSync(each, { recursive: true })
      const start = { display: display.name, folder, downloads, plainName, proxy: site.proxy }
      const driver = await found(start)
      const calls = await request.newContext({ baseURL: site.product.address })
      await use({
        engine,
        protocol,
        site,
        address: site.addresses[protocol],
        driver,
        screen: screenOf(driver),
        downloads,
        request: calls,
        signedIn: { account: null },
        async shoot(name) {
          // What was drawn a moment ago is not painted yet.
          await driver.evaluate(
            () =>
              new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
          )
          writeFileSync(join(pictures, `${name}.png`), await driver.picture())
        },
      })
      await calls.dispose()
      await driver.close()
      await display.end()
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // Before the engine is started.
  goesOn: [
    async ({ engine, protocol }, use, step) => {
      step.skip(existsSync(noSignIn({ engine, protocol })), endedTour)
      await use()
    },
    { auto: true },
  ],
  quiet: [
    async ({ tour }, use, step) => {
      step.annotations.push({ type: versionAnnotation, description: tour.driver.version })
      await use()
      if (step.status !== step.expectedStatus)
        await tour.shoot(`FAILED-${step.title.replaceAll(/[^\w]+/g, "-")}`)
      else expect(await tour.driver.errors(), "the console has no error").toEqual([])
    },
    { auto: true },
  ],
})
