import { useQueryClient } from "@tanstack/react-query"
import { offlineMessages } from "@uc/contract/core/offline"
import { useEffect } from "react"
import { menusAtHand, refreshMenus } from "../../features/menus/menus.ts"
import { noteNetwork, useNetworkLost } from "../../platform/http/network.ts"
import { Row } from "../../ui/primitives/row.tsx"
import css from "./shell.module.css"

/** As long as there is no network every page says so; what could not be loaded meanwhile is loaded when it is back. */
export function NetworkBar() {
  const isLost = useNetworkLost()
  const client = useQueryClient()
  useEffect(() => {
    const onLost = () => noteNetwork(false)
    const onBack = () => noteNetwork(true)
    window.addEventListener("offline", onLost)
    window.addEventListener("online", onBack)
    return () => {
      window.removeEventListener("offline", onLost)
      window.removeEventListener("online", onBack)
    }
  }, [])
  useEffect(() => {
    if (isLost) return
    void client.refetchQueries({ predicate: ({ state }) => state.status === "error" })
    const { userId, failure } = menusAtHand()
    if (userId !== null && failure !== null) void refreshMenus(userId)
  }, [client, isLost])
  if (!isLost) return null
  return (
    <Row as="p" role="status" gap={12} padX={16} padY={8} surface="caution" className={css.update}>
      {offlineMessages.lost}
    </Row>
  )
}
