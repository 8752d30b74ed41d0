import { importKinds } from "@uc/contract/imports/import-kinds"
import { importCalls, type ListedImport } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { useInfiniteQuery } from "@tanstack/react-query"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { callKey } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { countWords, number, stateWords } from "./import-labels.ts"
import css from "./imports.module.css"

const pageSize = 20

/** What was not brought in has changed nothing. */
function resultWords({ state, counts, problemCount }: ListedImport): string {
  if (problemCount > 0) return `${number(problemCount)} 处错误`
  if (!counts) return "—"
  if (state === "ready" || state === "running") return `将${countWords(counts)}`
  return state === "done" ? countWords(counts) : "—"
}

function columnsFor(current: Id | null, onOpen: (id: Id) => void): readonly Column<ListedImport>[] {
  return [
    {
      title: "时间",
      width: "150px",
      cell: ({ createdAt, by }) => (
        <>
          {formatMoment(createdAt, Date.now())}
          <small className={css.under}>{by ?? "已离职"}</small>
        </>
      ),
    },
    {
      title: "文件",
      cell: ({ fileName, kind }) => (
        <>
          <span className={css.value}>{fileName}</span>
          <small className={css.under}>{importKinds[kind]}</small>
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
    {
      title: "结果",
      width: "260px",
      cell: resultWords,
    },
    {
      title: "操作",
      width: "90px",
      cell: ({ id, isMine, state, fileName }) =>
        isMine && state !== "coming" && id !== current ? (
          <Button look="quiet" aria-label={`打开${fileName}`} onClick={() => onOpen(id)}>
            打开
          </Button>
        ) : (
          "—"
        ),
    },
  ]
}

/** Who brought what, and what became of it. */
export function ImportHistory({
  current,
  onOpen,
}: {
  readonly current: Id | null
  readonly onOpen: (id: Id) => void
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: callKey(importCalls.list),
    queryFn: ({ pageParam, signal }) =>
      send(importCalls.list, { limit: pageSize, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  })
  const file = useExport(importCalls.exportList)
  const items = data?.pages.flatMap((page) => page.items)

  const columns = columnsFor(current, onOpen)
  return (
    <section className={css.card} aria-label="导入记录">
      <div className={css.top}>
        <h2 className={css.title}>导入记录</h2>
        {items !== undefined && items.length > 0 && (
          <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
        )}
      </div>
      {error && !items ? (
        <ErrorState title="导入记录没有加载成功" words={messageOf(error)} onRetry={refetch} />
      ) : !items ? (
        <BarsSkeleton heightsPx={[40, 40, 40]} />
      ) : items.length === 0 ? (
        <p className={css.none}>还没有导入过数据</p>
      ) : (
        <DataTable label="导入记录" columns={columns} rows={items} keyOf={({ id }) => id} />
      )}
      {hasNextPage && (
        <div className={css.more}>
          <Button aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            更早的记录
          </Button>
        </div>
      )}
    </section>
  )
}
