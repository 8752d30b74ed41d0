import { expect, test } from "vitest"
import { requireNode, withoutNpm } from "./prepare.mjs"

test("Node 20.19 and later will do", () => {
  for (const version of ["20.19.0", "20.20.2", "22.0.0", "24.9.0"])
    expect(() => requireNode(version)).not.toThrow()
})

test("an older Node is refused with a sentence", () => {
  for (const version of ["18.20.0", "20.18.3"]) {
    expect(() => requireNode(version)).toThrow(`Node 20.19 or later is needed; this is ${version}.`)
  }
})

test("a nested npm gets the way to the registry and nothing else of the outer one", () => {
  const kept = {
    PATH: "/bin",
    HTTPS_PROXY: "http://proxy",
    npm_config_registry: "a",
    npm_config_cache: "b",
    npm_config_https_proxy: "c",
    npm_config_noproxy: "d",
    "npm_config_@school:registry": "e",
    "npm_config_//host/:_authToken": "f",
  }
  const left = {
    npm_lifecycle_event: "start",
    npm_package_name: "x",
    npm_config_prefix: "y",
    npm_config_omit: "dev",
  }
  expect(withoutNpm({ ...kept, ...left })).toEqual(kept)
})
