import { importCalls, type Import, type ImportProblem } from "@uc/contract/imports/calls"
import { useState } from "react"
import { saveXlsx } from "../../platform/http/save-file.ts"
import { send } from "../../platform/http/send.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { Button } from "../../ui/forms/button.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ImportNotes } from "./import-notes.tsx"
import { number } from "./import-labels.ts"
import css from "./imports.module.css"

const columns: readonly Column<ImportProblem>[] = [
  {
    title: "位置",
    width: "150px",
    cell: ({ line, column, cell }) => <Place line={line} column={column} cell={cell} />,
  },
  {
    title: "内容",
    width: "220px",
    cell: ({ value, cell }) => value || (cell ? "（空）" : "—"),
  },
  { title: "问题与改法", cell: ({ message }) => message },
]

function Place({ line, column, cell }: Pick<ImportProblem, "line" | "column" | "cell">) {
  return (
    <>
      第 {line} 行{column && ` · ${column}`}
      {cell && <SecondLine>{cell}</SecondLine>}
    </>
  )
}

interface FaultyImportProps {
  readonly found: Import
  readonly onAgain: () => void
}

/** Every bad cell, and a copy of the file with the problems marked. */
export function FaultyImport({ found, onAgain }: FaultyImportProps) {
  const [isBusy, setBusy] = useState(false)
  const { problems, problemCount, rows, notes, id } = found

  async function fetchMarked() {
    if (isBusy) return
    setBusy(true)
    try {
      const { name, content } = await send(importCalls.marked, { id })
      saveXlsx(name, content)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap={16}>
      <Row gap={12} wrap pad={16} surface="danger" role="alert">
        <Row as="span" tone="danger" rigid>
          <Icon name="danger" sizePx={22} />
        </Row>
        <Text tone="soft" grow>
          <Row as="h2" size={16} className={css.verdict}>
            {number(rows)} 行中有 {number(problemCount)} 处需要修改
          </Row>
          <p>没有写入任何数据。请下载标注了错误的文件，改好后重新上传。</p>
        </Text>
        <Row gap={8} wrap onPhone="fill">
          <Button look="primary" aria-busy={isBusy} onClick={() => void fetchMarked()}>
            {isBusy ? <Spinner sizePx={16} /> : <Icon name="download" sizePx={16} />}
            下载错误标注
          </Button>
          <Button onClick={onAgain}>重新选择文件</Button>
        </Row>
      </Row>
      <ImportNotes notes={notes} />
      <DataTable
        label="需要修改的内容"
        columns={columns}
        rows={problems}
        keyOf={({ line, column, message }) => `${line} ${column} ${message}`}
      />
      {problemCount > problems.length && (
        <Text as="p" tone="faint" size={13}>
          这里列出前 {problems.length} 处，其余见下载的文件。
        </Text>
      )}
    </Stack>
  )
}
