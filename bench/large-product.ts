import { spawn } from "node:child_process"
import { once } from "node:events"
import { withoutNpm } from "../scripts/prepare.mjs"
import type { Context } from "./benchmark.ts"
import { npmStart } from "./product.ts"

/** 100,000 people and 3 million alarms; made once for all benchmarks of a run that want it. */
let made: Promise<{ address: string }> | null = null
export function largeProduct(context: Context): Promise<{ address: string }> {
  return (made ??= make(context))
}

async function make({ root, scratch, onRunEnd, say }: Context): Promise<{ address: string }> {
  const dataDir = scratch("large-data")
  say("making the large world, which takes some minutes")
  const child = spawn("npm", ["run", "demo-data", "--", "--size", "large"], {
    cwd: root,
    env: { ...withoutNpm(process.env), DATA_DIR: dataDir },
    stdio: "ignore",
  })
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error(`Making the large world ended with code ${code}`)
  const product = await npmStart(root, dataDir)
  onRunEnd(() => product.stop())
  return product
}
