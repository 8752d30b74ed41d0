import { useUser } from "../../../platform/session/session.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { Emblem } from "../../../ui/navigation/emblem.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Modal } from "../../../ui/overlays/modal.tsx"
import { useCloseOnBack } from "../../routing/close-on-back.ts"
import { ShellMenu } from "./shell-menu.tsx"
import css from "./shell-side.module.css"

/** The side menu of a phone, and of a tablet where it is unfolded. */
export const ShellDrawer = closesWhenBroken(function ShellDrawer({
  onClose,
}: {
  readonly onClose: () => void
}) {
  const user = useUser()
  useCloseOnBack(onClose)
  return (
    <Modal label="功能菜单" place="drawer" onClose={onClose} className={css.drawer}>
      <Row rigid gap={10} padX={12} line="bottom" className={css.head}>
        <Emblem sizePx={28} />
        <Text as="b" grow truncate weight={600}>
          {user?.orgname}
        </Text>
        <Button look="quiet" aria-label="关闭菜单" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </Row>
      <nav className={css.scroll} aria-label="功能菜单">
        <ShellMenu isFolded={false} />
      </nav>
    </Modal>
  )
})
