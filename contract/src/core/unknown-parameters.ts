import type { z } from "zod"

/** The sentence of a strict shape: which of the parameters it does not take. */
export function unknownParameters(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === "unrecognized_keys" ? `不支持的参数：${issue.keys.join("、")}` : undefined
}
