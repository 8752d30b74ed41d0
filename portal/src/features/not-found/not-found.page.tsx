import { Link } from "../../ui/navigation/link.tsx"
import { useUser } from "../../platform/session/session.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"

/** ROUTE-10: inside the shell for somebody who is signed in, on its own otherwise. */
export function Component() {
  const isSignedIn = useUser() !== null
  return (
    <EmptyState
      isPage
      art="lost"
      title="页面不存在"
      words="地址可能输错了，或者页面已经移走。请检查地址，或从首页重新进入。"
      actions={
        <Link to={isSignedIn ? "/main/home" : "/newLogin"} className={buttonClass({ look: "primary" })}>
          {isSignedIn ? "返回首页" : "返回登录页"}
        </Link>
      }
    />
  )
}
