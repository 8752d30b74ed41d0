import { spawnSync } from "node:child_process"
import { homedir } from "node:os"
import { join } from "node:path"
import { loadConfigFromFile } from "vite"
import { expect, test, vi } from "vitest"
import { installOnDebian } from "./browser.mjs"
import { root } from "./prepare.mjs"
import { afterBuild, beforeBuild } from "./stages.mjs"

// The tools are as slow here as in their own stage.
vi.setConfig({ testTimeout: 180_000 })

/** A machine that has Node, here by its full path, and no other program. */
const bareEnvironment = { HOME: homedir(), PATH: "" }

const stages = [...beforeBuild, ...afterBuild]

test.for(stages.filter(({ configurationArgs }) => configurationArgs))(
  "[BARE-1] the configuration of $name loads with an empty PATH",
  ({ tool, configurationArgs }) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "node_modules", tool), ...(configurationArgs ?? [])],
      { cwd: root, env: bareEnvironment, encoding: "utf8" },
    )
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" })
  },
)

test.for(stages.filter(({ configurationArgs }) => !configurationArgs))(
  "[BARE-1] $name, which does all or nothing, runs with an empty PATH in npm test",
  ({ env }) => {
    expect(env).toMatchObject({ PATH: "", CHROMIUM_PATH: "" })
  },
)

test.for(["portal", "server"])("[BARE-1] the build configuration of the %s loads", async (name) => {
  const folder = join(root, name)
  const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, undefined, folder)
  expect(loaded?.path).toContain(join(folder, "vite.config"))
})

test("[BARE-1] the browser comes from a package list that was fetched first", () => {
  const calls: string[] = []
  installOnDebian((...args: string[]) => {
    calls.push(args[0] ?? "")
    return true
  })
  expect(calls).toEqual(["update", "install"])
})
