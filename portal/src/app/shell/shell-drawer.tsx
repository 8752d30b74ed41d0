import { useUser } from "../../platform/session/session.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { Emblem } from "../../ui/navigation/emblem.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { useCloseOnBack } from "../routing/close-on-back.ts"
import { ShellMenu } from "./shell-menu.tsx"
import css from "./shell-side.module.css"

/** The side menu of a phone. */
export const ShellDrawer = closesWhenBroken(function ShellDrawer({
  onClose,
}: {
  readonly onClose: () => void
}) {
  const user = useUser()
  useCloseOnBack(onClose)
  return (
    <Modal label="功能菜单" place="drawer" onClose={onClose} className={css.drawer}>
      <div className={css["drawer-head"]}>
        <Emblem sizePx={28} />
        <b>{user?.orgname}</b>
        <button type="button" className={css.close} aria-label="关闭菜单" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <nav className={css.scroll} aria-label="功能菜单">
        <ShellMenu isFolded={false} />
      </nav>
    </Modal>
  )
})
