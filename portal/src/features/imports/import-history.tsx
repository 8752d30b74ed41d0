import { importKinds } from "@uc/contract/imports/import-kinds"
import { importCalls, type ListedImport } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { ListExport } from "../../page-kit/list/list-export.tsx"
import { List } from "../../page-kit/list/list.tsx"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { Button } from "../../ui/forms/button.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Card } from "../../ui/layout/card.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { importFilters } from "./import-filters.ts"
import { countWords, number, stateWords } from "./import-labels.ts"

/** A failed import has changed nothing. */
function resultWords({ state, counts, problemCount }: ListedImport): string {
  if (problemCount > 0) return `${number(problemCount)} 处错误`
  if (!counts) return "—"
  if (state === "ready" || state === "running") return `将${countWords(counts)}`
  return state === "done" ? countWords(counts) : "—"
}

function columnsFor(current: Id, onOpen: (id: Id) => void): readonly Column<ListedImport>[] {
  return [
    {
      title: "时间",
      width: "150px",
      cell: ({ createdAt, by }) => (
        <>
          {formatMoment(createdAt, nowMs())}
          <SecondLine>{by ?? "已离职"}</SecondLine>
        </>
      ),
    },
    {
      title: "文件",
      cell: ({ fileName, kind }) => (
        <>
          {fileName}
          <SecondLine>{importKinds[kind]}</SecondLine>
        </>
      ),
    },
    {
      title: "状态",
      width: "130px",
      cell: ({ state }) => {
        const { words, tone, icon } = stateWords(state)
        return (
          <Tag tone={tone} icon={icon}>
            {words}
          </Tag>
        )
      },
    },
    { title: "结果", width: "260px", cell: resultWords },
    {
      title: "操作",
      width: "90px",
      cell: ({ id, isMine, state, fileName }) =>
        isMine && state !== "coming" && id !== current ? (
          <Button look="text" aria-label={`打开${fileName}`} onClick={() => onOpen(id)}>
            打开
          </Button>
        ) : (
          "—"
        ),
    },
  ]
}

/** Who imported what, and with which result. */
export function ImportHistory() {
  const url = useUrlFilters(importFilters)
  return (
    <Card title="导入记录" icon="clock" actions={<ListExport call={importCalls.exportList} input={{}} />}>
      <Stack padY={12}>
        <List
          label="导入记录"
          what="导入记录"
          url={url}
          call={importCalls.list}
          input={{}}
          rowsOf={({ items }) => items}
          keyOf={({ id }) => id}
          columns={columnsFor(url.state.id, (id) => url.go({ id, kind: "" }))}
          paging={{ by: "cursor", key: "after", input: "after", size: 20, nextOf: ({ next }) => next }}
          empty={{ title: "暂无导入记录" }}
        />
      </Stack>
    </Card>
  )
}
