import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter"
import { root } from "../scripts/prepare.mjs"
import { endedTour, versionAnnotation } from "./tour.ts"

const marks: Readonly<Record<TestResult["status"], string>> = {
  passed: "ok",
  failed: "FAILED",
  timedOut: "FAILED",
  interrupted: "FAILED",
  skipped: "–",
}

/**
 * One table at the end, also in the folder of the pictures: a step in each row, an engine over a protocol in each column. What was
 * not reached is empty; a dash stands for what its driver can't do.
 */
export default class TableReporter implements Reporter {
  private readonly columns: string[] = []
  /** Of each engine, as it says itself. */
  private readonly versions = new Map<string, string>()
  private readonly rows = new Map<string, Map<string, string>>()

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const project of suite.suites) this.columns.push(project.title)
    for (const { title } of suite.allTests()) this.rows.set(title, new Map())
  }

  onTestEnd(step: TestCase, { status, annotations }: TestResult): void {
    const column = step.titlePath()[1] ?? ""
    const isReached = !annotations.some(({ description }) => description === endedTour)
    if (isReached) this.rows.get(step.title)?.set(column, marks[status])
    const version = annotations.find(({ type }) => type === versionAnnotation)?.description
    if (version) this.versions.set(column.replace(/-.*$/, ""), version)
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
    const versions = [...this.versions].map(([name, version]) => `${name}: ${version}`).join(", ")
    const table = [...lines.map((cells) => `| ${cells.join(" | ")} |`), "", versions].join("\n")
    const folder = join(root, ".cache", "browsers")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "table.md"), `${table}\n`)
    console.log(`\n${table}`)
  }
}
