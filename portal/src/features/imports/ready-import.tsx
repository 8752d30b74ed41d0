import { importKinds } from "@uc/contract/imports/import-kinds"
import {
  importCalls,
  importChanges,
  type Import,
  type ImportChange,
  type ImportLine,
} from "@uc/contract/imports/calls"
import { useId, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { Checkbox } from "../../ui/forms/controls/checkbox.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { ImportNotes } from "./import-notes.tsx"
import { number } from "./import-labels.ts"
import css from "./imports.module.css"

const changes = Object.keys(importChanges) as ImportChange[]

const columns: readonly Column<ImportLine>[] = [
  { title: "行", width: "80px", cell: ({ line }) => (line === null ? "—" : number(line)) },
  { title: "对象", width: "280px", cell: ({ what }) => what },
  { title: "变化", cell: ({ detail }) => detail || "—" },
]

interface ReadyImportProps {
  readonly found: Import
  readonly onChanged: () => void
  readonly onAgain: () => void
}

/** What would change, before anything does. */
export function ReadyImport({ found, onChanged, onAgain }: ReadyImportProps) {
  const { preview, id, kind, message, notes } = found
  const [chosen, setChosen] = useState<ImportChange | null>(null)
  const [disables, setDisables] = useState(false)
  const disableId = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!preview) return null
  const shown = chosen ?? changes.find((change) => preview[change] > 0) ?? "new"
  const lines = preview.lines.filter(({ change }) => change === shown)
  const isIdle = preview.new + preview.changed + (disables ? preview.canDisable : 0) === 0

  async function run() {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await send(importCalls.run, { id, disablesMissing: disables ? 1 : 0 })
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
      onChanged()
    }
  }

  return (
    <div className={css.found}>
      {message && (
        <p className={css.told} role="status">
          <Icon name="caution" sizePx={16} />
          {message}
        </p>
      )}
      <div className={css.counts} role="group" aria-label="变化">
        {changes.map((change) => (
          <button
            key={change}
            type="button"
            className={classes(css.count, css[change])}
            aria-pressed={shown === change}
            onClick={() => setChosen(change)}
          >
            <small>{importChanges[change]}</small>
            <b>{number(preview[change])}</b>
          </button>
        ))}
      </div>
      <ImportNotes notes={notes} />
      {lines.length > 0 ? (
        <DataTable
          label={`${importChanges[shown]}的${importKinds[kind]}`}
          columns={columns}
          rows={lines}
          keyOf={({ line, what }) => `${line} ${what}`}
        />
      ) : (
        <p className={css.none}>
          没有{importChanges[shown]}的{importKinds[kind]}
        </p>
      )}
      {preview[shown] > lines.length && (
        <p className={css.hint}>
          这里列出前 {lines.length} 条，共 {number(preview[shown])} 条。
        </p>
      )}
      {preview.canDisable > 0 && (
        <div className={css.disable}>
          <Checkbox
            id={disableId}
            tone="danger"
            checked={disables}
            aria-describedby={`${disableId}-words`}
            onChange={(event) => setDisables(event.target.checked)}
          />
          <div>
            <label htmlFor={disableId}>缺少的停用</label>
            <small id={`${disableId}-words`}>
              停用文件中没有的 {number(preview.canDisable)} 个{importKinds[kind]}
              {kind === "people" ? "，他们会立即退出登录；管理员不会被停用" : "；还有人员或下级的不会被停用"}
              。
            </small>
          </div>
        </div>
      )}
      {problem && (
        <p className={css.problem} role="alert">
          <Icon name="danger" sizePx={16} />
          {problem}
        </p>
      )}
      <div className={css.foot}>
        <Button onClick={onAgain}>放弃，重新选择</Button>
        <Button
          look={disables ? "danger" : "primary"}
          disabled={isIdle}
          aria-busy={isBusy}
          onClick={() => void run()}
        >
          {isBusy && <Spinner sizePx={16} />}
          {disables ? "导入并停用缺少的" : "确认导入"}
        </Button>
      </div>
    </div>
  )
}
