import type pg from "pg"

/** Whether it was written is not known: the same request with its key tells (REQ-2). */
class CommitInDoubt extends Error {
  readonly code = "40003"
  constructor(warning: string) {
    super(`The commit is in doubt: ${warning}`)
  }
}

/**
 * A commit that waits for a synchronous standby and is cancelled meanwhile, by a time limit for example, is answered with COMMIT and
 * a warning: it is on this server alone, and a promotion would lose it. That is no success (OPS-5). Null: it is written; otherwise why not.
 */
export async function commitOn(client: pg.PoolClient): Promise<Error | null> {
  const warnings: string[] = []
  const note = ({
    code,
    message,
  }: {
    readonly code?: string | undefined
    readonly message?: string | undefined
  }) => {
    if (code?.startsWith("01") || code?.startsWith("57")) warnings.push(message ?? code)
  }
  client.on("notice", note)
  try {
    const { command } = await client.query("commit")
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: nothing was written.
    if (command !== "COMMIT") return new Error("The transaction was rolled back")
  } finally {
    client.off("notice", note)
  }
  return warnings.length > 0 ? new CommitInDoubt(warnings.join("; ")) : null
}
