import { randomBytes } from "node:crypto"
import { mkdir, open, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"

const Secrets = z.object({ pepper: z.string().min(32) })
export type Secrets = z.infer<typeof Secrets>
/** With whatever else the file has: a backup holds all of it. */
export const StoredSecrets = Secrets.loose()
export type StoredSecrets = z.infer<typeof StoredSecrets>

/** Made once, readable by the owner only. Without it no password matches any more, so a broken file is an error. */
export async function secretsIn(dataDir: string): Promise<Secrets> {
  try {
    const made: Secrets = { pepper: randomBytes(32).toString("hex") }
    await storeSecrets(dataDir, made)
    return made
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
    return Secrets.parse(JSON.parse(await readFile(pathIn(dataDir), "utf8")))
  }
}

/** Never over a file that is there (EEXIST); a disk that is full leaves no part of one. */
export async function storeSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = await open(pathIn(dataDir), "wx", 0o600)
  try {
    await file.writeFile(JSON.stringify(secrets))
    await file.sync()
  } catch (error) {
    await rm(pathIn(dataDir), { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Null: none are stored there. None are made. */
export async function storedSecrets(dataDir: string): Promise<StoredSecrets | null> {
  try {
    return StoredSecrets.parse(JSON.parse(await readFile(pathIn(dataDir), "utf8")))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    throw error
  }
}

function pathIn(dataDir: string): string {
  return join(dataDir, "secrets.json")
}
