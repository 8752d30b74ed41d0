import type { Page } from "@playwright/test"
import { rewriteSheets } from "./rewrite-sheets.ts"

/** Style sheets as a browser reads them that does not know `:has`: it drops every rule that names it. */
export function withoutHas(page: Page): Promise<void> {
  return rewriteSheets(page, (sheet) => sheet.replaceAll(":has(", ":no-such-selector("))
}
