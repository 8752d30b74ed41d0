import { constants } from "node:fs"
import { access, mkdir } from "node:fs/promises"
import { resolve } from "node:path"
import { DatabaseRefusal } from "./database-refusal.ts"

/**
 * OPERATE-6: the folder of the embedded database and of the secrets must be writable, and a start that can't write it says so
 * before anything else. With a PostgreSQL and a PEPPER of the operator's own nothing is needed there but room for archives.
 */
export async function assertDataDir(
  dataDir: string,
  isNeeded: boolean,
  warn: (line: string) => void,
): Promise<void> {
  const path = resolve(dataDir)
  try {
    if (isNeeded) await mkdir(path, { recursive: true })
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error)
    // It is made when something is written there.
    if (!isNeeded && reason === "ENOENT") return
    if (!isNeeded)
      return warn(`DATA_DIR (${path}) can't be written (${reason}): nothing can be archived there`)
    throw new DatabaseRefusal(
      `DATA_DIR (${path}) can't be written (${reason}). Have it belong to the user that the product runs as, or set DATA_DIR to another folder.`,
    )
  }
}
