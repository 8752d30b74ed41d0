import type { ArchivedSecrets } from "./archive-format.ts"
import { BackupRefusal } from "./backup-refusal.ts"
import { openSnapshot } from "./read-site.ts"
import type { SiteInfo, SiteSums } from "./site-source.ts"
import { assertSame, verifyArchive } from "./verify-archive.ts"
import { writeArchive } from "./write-archive.ts"

export interface BackupOptions {
  readonly url: string
  readonly file: string
  readonly secrets: ArchivedSecrets
  /** The name of the pepper among these secrets. */
  readonly pepperKid: string
  readonly passphrase: string
  readonly signal?: AbortSignal | undefined
}

export interface MadeBackup {
  readonly file: string
  readonly bytes: number
  readonly info: SiteInfo
  readonly sums: SiteSums
}

export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { url, file, pepperKid, signal } = options
  const snapshot = await openSnapshot(url, signal)
  try {
    const { info } = snapshot
    if (info.pepperKid !== null && info.pepperKid !== pepperKid)
      throw new BackupRefusal(
        "The pepper that is set here (PEPPER, or secrets.json in DATA_DIR) is not the one of this database: with it in the " +
          "backup nobody could sign in after a restore. Nothing was written.",
      )
    return { file, info, ...(await writeArchive(snapshot, options)) }
  } finally {
    await snapshot.close()
  }
}

/** Restored elsewhere, it has the rows that were read from the site. */
export async function verifyBackup(
  { file, sums }: MadeBackup,
  options: {
    readonly passphrase: string
    readonly dataDir: string
    readonly signal?: AbortSignal | undefined
  },
): Promise<void> {
  const verified = await verifyArchive({ file, ...options })
  assertSame(sums, verified.sums)
}
