// @vitest-environment jsdom
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { afterEach, expect, test } from "vitest"
import { siteConfigStore } from "../browser/site-config.ts"
import { Failure } from "./failure.ts"
import { isNotOffered } from "./not-offered.ts"

afterEach(() => siteConfigStore.setState(defaultSiteConfig, true))

const noAnswer = new Failure("slow", "", { cause: new TypeError("Failed to fetch") })

test("[DISTRICT-16] an answer that the browser hides is a missing call only of a service elsewhere", () => {
  expect(isNotOffered(noAnswer, "usercenter")).toBe(false)
  const services = { ...defaultSiteConfig.services, usercenter: "https://other.example/usercenter" }
  siteConfigStore.setState({ ...defaultSiteConfig, services }, true)
  expect(isNotOffered(noAnswer, "usercenter")).toBe(true)
  expect(isNotOffered(noAnswer, "vms")).toBe(false)
})

test("[DISTRICT-16] 404 is a missing call; a fault, a refusal and a slow answer are none", () => {
  expect(isNotOffered(new Failure("not-found", ""), "usercenter")).toBe(true)
  for (const kind of ["server", "refused", "timeout", "signed-out", "slow"] as const)
    expect(isNotOffered(new Failure(kind, ""), "usercenter")).toBe(false)
})
