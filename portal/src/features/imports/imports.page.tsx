import { holds, noPermissionMessage } from "@uc/contract/roles/permissions"
import { importKinds, type ImportKind } from "@uc/contract/imports/import-kinds"
import { importCalls, mayImport, type Import } from "@uc/contract/imports/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { useUser } from "../../platform/session/session.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"
import { Button } from "../../ui/forms/button.tsx"
import { NoAccess } from "../../ui/feedback/no-access.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Page } from "../../ui/layout/page.tsx"
import { scrollToShow } from "../../ui/navigation/scroll-to-show.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ChooseFile } from "./choose-file.tsx"
import { EndedImport } from "./ended-import.tsx"
import { FaultyImport } from "./faulty-import.tsx"
import { ImportHistory } from "./import-history.tsx"
import { importFilters } from "./import-filters.ts"
import { isAtWork, progressWords, stepOf, steps } from "./import-labels.ts"
import { Measure, Waiting } from "../../ui/feedback/measure.tsx"
import { ReadyImport } from "./ready-import.tsx"
import css from "./imports.module.css"

const lookEveryMs = 1000

/** DATA-3. For administrators: the server checks it; the page only says so early. */
export function Component() {
  const user = useUser()
  if (!user) return null
  if (!holds(user, "imports.use")) return <NoAccess words={noPermissionMessage("imports.use")} />
  return <Imports user={user} />
}

function Imports({ user }: { readonly user: CurrentUser }) {
  const { state, go, replace } = useUrlFilters(importFilters)
  const { id } = state
  const kind = state.kind !== "" && mayImport(user, state.kind) ? state.kind : "people"
  return (
    <Page
      title="数据导入"
      words="用表格一次导入人员、部门、楼宇等。先整体检查，确认后一次写入，任一行有误则整批不导入。"
    >
      {id === "" ? (
        <Stack as="section" gap={16} pad={20} surface="card" aria-label="导入">
          <Steps at={0} />
          <ChooseFile
            user={user}
            kind={kind}
            onKind={(next) => replace({ kind: next })}
            onUploaded={(uploaded) => go({ id: uploaded, kind: "", after: "" })}
          />
        </Stack>
      ) : (
        // A corrected file has the kind of the one before.
        <OneImport key={id} id={id} onAgain={(same) => go({ id: "", kind: same ?? "" })} />
      )}
      <ImportHistory />
    </Page>
  )
}

function Steps({ at }: { readonly at: number }) {
  return (
    <Row as="ol" gap={8} line="bottom" tone="faint" className={css.steps} aria-label="步骤">
      {steps.map((step, no) => (
        <li key={step} aria-current={no === at ? "step" : undefined} data-done={no < at || undefined}>
          <i aria-hidden="true">{no + 1}</i>
          {step}
        </li>
      ))}
    </Row>
  )
}

interface OneImportProps {
  readonly id: Id
  /** Null: its kind is unknown. */
  readonly onAgain: (kind: ImportKind | null) => void
}

function OneImport({ id, onAgain }: OneImportProps) {
  const queries = useQueryClient()
  const key = callKey(importCalls.one, { id })
  const last = queries.getQueryData<Import>(key)
  const { data, error, refetch } = useCall(
    importCalls.one,
    { id },
    last === undefined || isAtWork(last.state) ? { everyMs: lookEveryMs } : {},
  )
  const state = data?.state ?? null
  // The result stands in the list below too.
  useEffect(() => {
    if (state !== null) void queries.invalidateQueries({ queryKey: callKey(importCalls.list) })
  }, [queries, state])
  const card = useRef<HTMLElement>(null)
  const shown = useRef(state)
  // On a phone the button is at the end of a long list, and the result at its beginning.
  useEffect(() => {
    const isOther = shown.current !== null && shown.current !== state
    shown.current = state
    if (isOther) scrollToShow(card.current)
  }, [state])
  const onChanged = () => void queries.invalidateQueries({ queryKey: key })

  async function leave() {
    if (data && (data.state === "faulty" || data.state === "ready"))
      // It may have ended already, which is what was wanted.
      await send(importCalls.cancel, { id }).catch(() => {})
    onAgain(data?.kind ?? null)
  }

  return (
    <Stack as="section" ref={card} gap={16} pad={20} surface="card" aria-label="导入">
      <Steps at={stepOf(state)} />
      {data ? (
        <>
          <Text as="p" tone="soft" breaks>
            {importKinds[data.kind]} · {data.fileName}
          </Text>
          <Content found={data} onChanged={onChanged} onAgain={() => void leave()} />
        </>
      ) : error ? (
        <ErrorState title="导入加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[40, 120]} />
      )}
      {!data && error && (
        <Row justify="center">
          <Button onClick={() => onAgain(null)}>重新选择文件</Button>
        </Row>
      )}
    </Stack>
  )
}

interface ContentProps {
  readonly found: Import
  readonly onChanged: () => void
  readonly onAgain: () => void
}

function Content({ found, onChanged, onAgain }: ContentProps) {
  switch (found.state) {
    case "coming":
    case "checking":
    case "running":
      return <AtWork found={found} onChanged={onChanged} />
    case "faulty":
      return <FaultyImport found={found} onAgain={onAgain} />
    case "ready":
      return <ReadyImport found={found} onChanged={onChanged} onAgain={onAgain} />
    case "done":
    case "failed":
    case "cancelled":
    case "interrupted":
      return <EndedImport found={found} onChanged={onChanged} onAgain={onAgain} />
  }
}

function AtWork({ found, onChanged }: Omit<ContentProps, "onAgain">) {
  const { id, done, total, isCancelling, state } = found

  async function cancel() {
    try {
      await send(importCalls.cancel, { id })
    } catch (error) {
      showFailure(error)
    } finally {
      onChanged()
    }
  }

  return (
    <Waiting>
      <Measure
        label={state === "running" ? "导入进度" : "检查进度"}
        words={isCancelling ? "正在取消，已写入的会全部撤销…" : progressWords(found)}
        done={total === 0 ? null : done / total}
      />
      <Text as="p" tone="faint" size={13}>
        可以离开本页，进度不会丢失；回来时在“导入记录”中打开。
      </Text>
      <Button disabled={isCancelling} onClick={() => void cancel()}>
        取消{state === "running" ? "导入" : "检查"}
      </Button>
    </Waiting>
  )
}
