import { randomBytes } from "node:crypto"
import { mkdir, open, readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"

const Secrets = z.object({ pepper: z.string().min(32) })
export type Secrets = z.infer<typeof Secrets>

/** Made once, readable by the owner only. Without it no password matches any more, so a broken file is an error. */
export async function secretsIn(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, "secrets.json")
  await mkdir(dataDir, { recursive: true })
  try {
    const file = await open(path, "wx", 0o600)
    const made: Secrets = { pepper: randomBytes(32).toString("hex") }
    await file.writeFile(JSON.stringify(made))
    await file.sync()
    await file.close()
    return made
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
    return Secrets.parse(JSON.parse(await readFile(path, "utf8")))
  }
}
