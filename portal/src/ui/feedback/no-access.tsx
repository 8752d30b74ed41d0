import { Link } from "../navigation/link.tsx"
import { buttonClass } from "../forms/button.tsx"
import { EmptyState } from "./empty-state.tsx"

interface NoAccessProps {
  /** Whose page it is. */
  readonly words: string
  /** Where one may go instead. */
  readonly way?: { readonly to: string; readonly words: string }
}

/** For a page that is not for everybody. The server refuses its calls as well. */
export function NoAccess({ words, way = { to: "/main/home", words: "返回首页" } }: NoAccessProps) {
  return (
    <EmptyState
      isPage
      art="lost"
      title="没有权限"
      words={words}
      actions={
        <Link to={way.to} className={buttonClass({ look: "primary" })}>
          {way.words}
        </Link>
      }
    />
  )
}
