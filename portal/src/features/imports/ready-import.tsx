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
import { CountTiles } from "../../ui/layout/count-tiles.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ImportNotes } from "./import-notes.tsx"
import { number } from "./import-labels.ts"
import css from "./imports.module.css"

const changes = Object.keys(importChanges) as ImportChange[]

const columns: readonly Column<ImportLine>[] = [
  { title: "行", width: "80px", cell: ({ line }) => (line === null ? "—" : number(line)) },
  { title: "对象", width: "280px", cell: ({ what }) => what },
  { title: "变化", cell: ({ detail }) => detail || "—" },
]

const tileLooks = {
  new: { icon: "plus", tone: "brand" },
  changed: { icon: "edit", tone: "brand" },
  unchanged: { icon: "check", tone: "faint" },
  gone: { icon: "caution", tone: "faint" },
} as const satisfies Record<ImportChange, unknown>

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
    <Stack gap={16}>
      {message && (
        <Row as="p" gap={8} padX={12} padY={10} surface="caution" tone="caution" role="status">
          <Icon name="caution" sizePx={16} />
          {message}
        </Row>
      )}
      <CountTiles
        label="变化"
        tiles={changes.map((change) => ({
          key: change,
          ...tileLooks[change],
          words: importChanges[change],
          count: number(preview[change]),
          isOn: shown === change,
          onPress: () => setChosen(change),
        }))}
      />
      <ImportNotes notes={notes} />
      {lines.length > 0 ? (
        <DataTable
          label={`${importChanges[shown]}的${importKinds[kind]}`}
          columns={columns}
          rows={lines}
          keyOf={({ line, what }) => `${line} ${what}`}
        />
      ) : (
        <Text as="p" tone="faint" padY={20} centred>
          没有{importChanges[shown]}的{importKinds[kind]}
        </Text>
      )}
      {preview[shown] > lines.length && (
        <Text as="p" tone="faint" size={13}>
          这里列出前 {lines.length} 条，共 {number(preview[shown])} 条。
        </Text>
      )}
      {preview.canDisable > 0 && (
        <Row
          gap={12}
          align="start"
          padX={16}
          padY={12}
          surface={disables ? "danger" : "outline"}
          className={css.disable}
        >
          <Checkbox
            id={disableId}
            tone="danger"
            checked={disables}
            aria-describedby={`${disableId}-words`}
            onChange={(event) => setDisables(event.target.checked)}
          />
          <div>
            <Text as="label" weight={600} htmlFor={disableId}>
              缺少的停用
            </Text>
            <Text as="p" tone="soft" size={13} id={`${disableId}-words`}>
              停用文件中没有的 {number(preview.canDisable)} 个{importKinds[kind]}
              {kind === "people" ? "，他们会立即退出登录；管理员不会被停用" : "；还有人员或下级的不会被停用"}
              。
            </Text>
          </div>
        </Row>
      )}
      {problem && (
        <Row as="p" gap={8} tone="danger" role="alert">
          <Icon name="danger" sizePx={16} />
          {problem}
        </Row>
      )}
      <Row gap={8} justify="end" wrap onPhone="fill">
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
      </Row>
    </Stack>
  )
}
