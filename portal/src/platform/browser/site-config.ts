import { defaultTimeoutMs } from "@uc/contract/core/http"
import type { SiteConfig } from "@uc/contract/core/site"
import { defaultSiteConfig, siteConfigFile } from "@uc/contract/core/site-defaults"
import { createStore } from "zustand/vanilla"

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {}
}

function isWebAddress(value: unknown): value is string {
  if (typeof value !== "string") return false
  try {
    return /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}

function isAreaOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && /^\d{1,19}$/.test(value))
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean"
}

/**
 * The contract's `SiteConfig` read by hand, because the login page needs it and must not wait for zod; a test holds
 * the two together. A wrong field falls back to its default: a site with one bad line still opens.
 */
export function readSiteConfig(raw: unknown): {
  readonly config: SiteConfig
  readonly wrong: readonly string[]
} {
  const wrong: string[] = []
  function field<T>(name: string, value: unknown, fits: (value: unknown) => value is T, otherwise: T): T {
    if (fits(value)) return value
    wrong.push(name)
    return otherwise
  }
  const { staticAddress, services, brand, areaid = null, isDemo, hasSms = true } = fieldsOf(raw)
  const { usercenter, newusercenter, ewls, vms } = fieldsOf(services)
  const { name, organisation } = fieldsOf(brand)
  const standard = defaultSiteConfig
  const config: SiteConfig = {
    staticAddress: field(
      "staticAddress",
      staticAddress,
      (value) => value === null || isWebAddress(value),
      standard.staticAddress,
    ),
    services: {
      usercenter: field("services.usercenter", usercenter, isName, standard.services.usercenter),
      newusercenter: field("services.newusercenter", newusercenter, isName, standard.services.newusercenter),
      ewls: field("services.ewls", ewls, isName, standard.services.ewls),
      vms: field("services.vms", vms, isName, standard.services.vms),
    },
    brand: {
      name: field("brand.name", name, isName, standard.brand.name),
      organisation: field(
        "brand.organisation",
        organisation,
        (value) => typeof value === "string",
        standard.brand.organisation,
      ),
    },
    areaid: field("areaid", areaid, isAreaOrNull, standard.areaid),
    isDemo: field("isDemo", isDemo, isBoolean, standard.isDemo),
    hasSms: field("hasSms", hasSms, isBoolean, standard.hasSms),
  }
  return { config, wrong }
}

export const siteConfigStore = createStore<SiteConfig>(() => defaultSiteConfig)
let reading: Promise<SiteConfig> | undefined

async function read(): Promise<SiteConfig> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), defaultTimeoutMs)
  try {
    // The same kind of request as index.html's preload, or the browser would make two.
    const answer = await fetch(new URL(siteConfigFile, document.baseURI), {
      credentials: "same-origin",
      signal: controller.signal,
    })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const { config, wrong } = readSiteConfig(await answer.json())
    if (wrong.length > 0) console.error(`${siteConfigFile}: wrong or missing: ${wrong.join(", ")}`)
    siteConfigStore.setState(config, true)
  } catch (error) {
    console.error(`${siteConfigFile} can't be read, the defaults are used`, error)
  } finally {
    clearTimeout(timer)
  }
  return siteConfigStore.getState()
}

/** SHELL-6: requested once, for all who need it. */
export function siteConfig(): Promise<SiteConfig> {
  reading ??= read()
  return reading
}

/** The defaults until the site's own are loaded. */
export function siteConfigAtHand(): SiteConfig {
  return siteConfigStore.getState()
}
