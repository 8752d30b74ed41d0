import { execFile } from "node:child_process"
import { rmSync } from "node:fs"
import { promisify } from "node:util"
import { startEmbedded } from "../../server/src/db/embedded/start-embedded.ts"
import { startProduct, temporaryDataDir } from "../product.ts"

export interface EmptySite {
  readonly address: string
  /** Of its PostgreSQL. */
  readonly dataDir: string
  /** Runs `npm run first-admin`; gives the one-time password. */
  readonly firstAdmin: (...options: readonly string[]) => Promise<string>
  readonly stop: () => Promise<void>
}

const builtCommand = new URL("../../server/dist/first-admin.js", import.meta.url).href

/** As an operator starts it: a PostgreSQL that runs by itself with an empty database, and the product on it without demo data. */
export async function startEmptySite(): Promise<EmptySite> {
  const dataDir = temporaryDataDir()
  const database = await startEmbedded({ dataDir, log: () => {} })
  const variables = {
    DATABASE_URL: database.url,
    PEPPER: "a pepper of the district story, and of nothing else",
    DEMO: "off",
  }
  const endDatabase = async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const product = await startProduct(variables).catch(async (error: unknown) => {
    await endDatabase()
    throw error
  })
  return {
    address: product.address,
    dataDir,
    async firstAdmin(...options) {
      const run = `import { main } from ${JSON.stringify(builtCommand)}; await main(${JSON.stringify(options)})`
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", run], {
        env: { ...process.env, ...variables },
      })
      const password = /One-time password\s+(\S+)/.exec(stdout)?.[1]
      if (!password) throw new Error(`The command told no password:\n${stdout}`)
      return password
    },
    async stop() {
      await product.stop()
      await endDatabase()
    },
  }
}
