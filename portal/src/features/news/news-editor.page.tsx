import { newsAdminCalls } from "@uc/contract/news-admin"
import { Id } from "@uc/contract/wire"
import { Link, useSearchParams } from "react-router"
import { messageOf } from "../../platform/failure.ts"
import { useCall } from "../../platform/use-call.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Face } from "../../ui/face.tsx"
import { FailedFace } from "../../ui/failed-face.tsx"
import { BarsSkeleton } from "../../ui/skeleton.tsx"
import { AdministratorsOnly } from "./administrators-only.tsx"
import { NewsForm } from "./news-form.tsx"
import css from "./news-admin.module.css"

/** `?id=7` goes on with a piece, `?columnId=3` begins one in that column. */
export function Component() {
  const [address] = useSearchParams()
  const id = Id.safeParse(address.get("id")).data ?? ""
  const columnId = Id.safeParse(address.get("columnId")).data ?? ""
  return (
    <AdministratorsOnly>
      {(user) => <Editor key={id} user={user} id={id} columnId={columnId} />}
    </AdministratorsOnly>
  )
}

interface EditorProps {
  readonly user: Parameters<Parameters<typeof AdministratorsOnly>[0]["children"]>[0]
  readonly id: string
  readonly columnId: string
}

function Editor({ user, id, columnId }: EditorProps) {
  const columns = useCall(newsAdminCalls.columns, {})
  const piece = useCall(newsAdminCalls.read, { id }, { isEnabled: id !== "", staleMs: Infinity })
  const failed = columns.error ?? (id === "" ? null : piece.error)
  const back = (
    <Link className={buttonClass()} to="/main/newsAdmin">
      返回列表
    </Link>
  )
  if (failed && (!columns.data || (id !== "" && !piece.data)))
    return (
      <section className={css.card}>
        {failed.kind === "refused" ? (
          <Face isAlert art="empty" title="打不开这篇新闻" words={messageOf(failed)} actions={back} />
        ) : (
          <FailedFace
            title="没有加载成功"
            words={messageOf(failed)}
            onRetry={() => Promise.all([columns.refetch(), id === "" ? null : piece.refetch()])}
          />
        )}
      </section>
    )
  if (!columns.data || (id !== "" && !piece.data))
    return (
      <section className={css.card}>
        <BarsSkeleton heightsPx={[40, 40, 320]} />
      </section>
    )
  if (columns.data.columns.length === 0)
    return (
      <section className={css.card}>
        <Face
          art="empty"
          title="还没有栏目"
          words="新闻要归在栏目里，请先新增栏目。"
          actions={
            <Link className={buttonClass({ look: "primary" })} to="/main/newsColumns">
              去新增栏目
            </Link>
          }
        />
      </section>
    )
  return (
    <NewsForm
      user={user}
      columns={columns.data.columns}
      columnId={columnId}
      piece={piece.data ?? null}
      onReopen={() => void piece.refetch()}
    />
  )
}
