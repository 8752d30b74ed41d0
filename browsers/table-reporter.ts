import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter"
import { root } from "../scripts/prepare.mjs"

const marks: Readonly<Record<TestResult["status"], string>> = {
  passed: "ok",
  failed: "FAILED",
  timedOut: "FAILED",
  interrupted: "FAILED",
  skipped: "–",
}

/** One table at the end: a step in each row, an engine over a protocol in each column. What was not reached is empty. */
export default class TableReporter implements Reporter {
  private readonly columns: string[] = []
  private readonly rows = new Map<string, Map<string, string>>()

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const project of suite.suites) this.columns.push(project.title)
    for (const { title } of suite.allTests()) this.rows.set(title, new Map())
  }

  onTestEnd(step: TestCase, { status }: TestResult): void {
    this.rows.get(step.title)?.set(step.titlePath()[1] ?? "", marks[status])
  }

  onEnd(): void {
    const lines = [
      ["step", ...this.columns],
      this.columns.map(() => "---").concat("---"),
      ...[...this.rows].map(([title, marked]) => [
        title,
        ...this.columns.map((column) => marked.get(column) ?? ""),
      ]),
    ]
    const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
    const folder = join(root, ".cache", "browsers")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "table.md"), `${table}\n`)
    console.log(`\n${table}`)
  }
}
