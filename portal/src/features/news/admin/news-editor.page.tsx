import { newsAdminCalls, type NewsDraft } from "@uc/contract/news/admin-calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { useSearchParams } from "react-router"
import { Link } from "../../../ui/navigation/link.tsx"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { showFailure } from "../../../platform/browser/toast.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { buttonClass } from "../../../ui/forms/button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Sheet } from "../../../ui/layout/page.tsx"
import { AdministratorsOnly } from "./administrators-only.tsx"
import { NewsForm } from "./news-form.tsx"

/** `?id=7` goes on with a piece, `?columnId=3` begins one in that column. */
export function Component() {
  const [address] = useSearchParams()
  const asked = Id.safeParse(address.get("id")).data ?? ""
  const columnId = Id.safeParse(address.get("columnId")).data ?? ""
  // An article begun here gets its address with the first save and stays open.
  const [begun, setBegun] = useState("")
  const id = asked === begun ? "" : asked
  return (
    <AdministratorsOnly>
      {(user) => <Editor key={id} user={user} id={id} columnId={columnId} onBegun={setBegun} />}
    </AdministratorsOnly>
  )
}

interface EditorProps {
  readonly user: CurrentUser
  /** Empty: a new one. */
  readonly id: string
  readonly columnId: string
  readonly onBegun: (id: string) => void
}

function Editor({ user, id, columnId, onBegun }: EditorProps) {
  // As it was when it was opened: later loads do not overwrite typed text.
  const [opened, setOpened] = useState<{ readonly piece: NewsDraft; readonly round: number } | null>(null)
  const columns = useCall(newsAdminCalls.columns, {})
  const piece = useCall(newsAdminCalls.read, { id }, { isEnabled: id !== "" && opened === null })
  const isFresh = piece.isFetchedAfterMount && !piece.isFetching
  if (opened === null && isFresh && piece.data) setOpened({ piece: piece.data, round: 0 })

  async function reopen(newest: string) {
    try {
      const found = await send(newsAdminCalls.read, { id: newest })
      setOpened({ piece: found, round: (opened?.round ?? 0) + 1 })
    } catch (failure) {
      showFailure(failure)
    }
  }

  const isReady = columns.data !== undefined && (id === "" || opened !== null)
  const failed = columns.error ?? (id === "" ? null : piece.error)
  const back = (
    <Link className={buttonClass()} to="/main/newsAdmin">
      返回列表
    </Link>
  )
  if (failed && !isReady)
    return (
      <Sheet>
        {failed.kind === "refused" ? (
          <EmptyState isAlert art="empty" title="无法打开该新闻" words={messageOf(failed)} actions={back} />
        ) : (
          <ErrorState
            title="加载失败"
            words={messageOf(failed)}
            onRetry={() => Promise.all([columns.refetch(), id === "" ? null : piece.refetch()])}
          />
        )}
      </Sheet>
    )
  if (!isReady || !columns.data)
    return (
      <Sheet>
        <BarsSkeleton heightsPx={[40, 40, 320]} />
      </Sheet>
    )
  if (columns.data.columns.length === 0)
    return (
      <Sheet>
        <EmptyState
          art="empty"
          title="暂无栏目"
          words="新闻要归在栏目里，请先新增栏目。"
          actions={
            <Link className={buttonClass({ look: "primary" })} to="/main/newsColumns">
              去新增栏目
            </Link>
          }
        />
      </Sheet>
    )
  return (
    <NewsForm
      key={opened?.round ?? "new"}
      user={user}
      columns={columns.data.columns}
      columnId={columnId}
      piece={opened?.piece ?? null}
      onBegun={onBegun}
      onReopen={(newest) => void reopen(newest)}
    />
  )
}
