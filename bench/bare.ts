import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { createInterface } from "node:readline"
import { build, loadConfigFromFile, type Plugin } from "vite"
import type { Context } from "./benchmark.ts"

export interface BareSite {
  readonly folder: string | null
  readonly routes: readonly {
    readonly method: "GET" | "POST"
    readonly path: string
    readonly type: string
    readonly body: string
  }[]
}

/** Starts Fastify with nothing of ours in a process of its own, and gives its address. */
export async function startBare(context: Context, site: BareSite): Promise<string> {
  const file = join(context.scratch("bare"), "site.json")
  writeFileSync(file, JSON.stringify(site))
  const child = spawn(process.execPath, [join(context.root, "bench", "bare-server.mjs"), file], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  const ended = once(child, "exit")
  context.onEnd(async () => {
    child.kill("SIGTERM")
    await ended
  })
  const [address] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    ended.then(() => {
      throw new Error("The bare server ended before it was ready")
    }),
  ])) as [string]
  return address
}

/** One box drawn by React, built as the portal is: the same targets, the same compression. */
export async function buildBarePage({ root, scratch }: Context): Promise<string> {
  const portal = await loadConfigFromFile(
    { command: "build", mode: "production" },
    join(root, "portal", "vite.config.ts"),
  )
  const plugins = (portal?.config.plugins ?? []).flat() as Plugin[]
  const compressed = plugins.find(({ name }) => name === "compressed")
  const target = portal?.config.build?.target
  if (!compressed || !target)
    throw new Error("The portal is built in another way now: bench/bare.ts has to follow")
  const outDir = scratch("bare-page")
  const source = join(root, "bench", "bare-page")
  await build({
    root: source,
    configFile: false,
    logLevel: "warn",
    plugins: [compressed],
    oxc: { jsx: { runtime: "automatic" } },
    build: { target, outDir: relative(source, outDir), emptyOutDir: true },
  })
  return outDir
}
