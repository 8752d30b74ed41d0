import { Link } from "react-router"
import { buttonClass } from "../forms/button.tsx"
import { Face } from "./empty-state.tsx"

interface ClosedDoorProps {
  /** Whose page it is. */
  readonly words: string
  /** Where one may go instead. */
  readonly way?: { readonly to: string; readonly words: string }
}

/** Instead of a page that is not for everybody. The server answers nothing either. */
export function ClosedDoor({ words, way = { to: "/main/home", words: "返回首页" } }: ClosedDoorProps) {
  return (
    <Face
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
