// `npm run dev`: the portal with hot reload, and the server that starts again when its source changes, at one address.
import { watchServerBuild } from "./dev-build.mjs"
import { serveDevPortal } from "./dev-portal.mjs"
import { makeDevServer } from "./dev-server.mjs"
import { install, orFail, requireNode } from "./prepare.mjs"

// Otherwise building the server would declare this process production, and Vite then leaves hot reload out.
process.env["NODE_ENV"] = "development"

await orFail(async () => {
  requireNode()
  install()
  const built = await watchServerBuild()
  const hooks = built.shutdownHooks()
  hooks.push(() => built.close())
  try {
    const config = built.readConfig(process.env)
    hooks.allow(config.stopWithinMs)
    // Here and not in the server's process, so that the database runs on while that starts again.
    const databaseUrl = config.databaseUrl ?? (await built.embeddedUrl(config.dataDir, hooks))
    const server = await makeDevServer(built.mainFile, {
      DATABASE_URL: databaseUrl,
      DEMO: config.whyNoDemo === null ? "on" : "off",
    })
    hooks.push(() => server.stop())
    const portal = await serveDevPortal(config.port, server, built.portalPaths)
    hooks.push(() => portal.close())
    server.restart(portal.address)
    built.onChange(() => server.restart(portal.address))
  } catch (error) {
    // Stopped while starting: what failed, failed because its database was taken away.
    if (hooks.isTaken()) return
    console.error(error instanceof Error ? error.message : error)
    await hooks.take(1)
  }
})
