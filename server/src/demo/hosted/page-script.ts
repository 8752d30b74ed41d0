import type { Action, HostedPage } from "./hosted-pages.ts"

/** What this page calls of the portal's script. */
interface UserCenter {
  readonly currentUser: () => Promise<{ readonly orgname: string } | null>
  readonly openPicker: (name: string, options: object) => Promise<readonly object[] | null>
  readonly reauthenticate: (operation: string) => Promise<boolean>
  readonly navigate: (path: string) => Promise<void>
}

interface Started {
  readonly page: HostedPage
  /** Where the portal may be that frames this page; the first one if the browser does not tell. */
  readonly portals: readonly string[]
}

/**
 * Runs in the hosted page: its text is sent there, so that it may use nothing from outside. It loads the portal's script as any other
 * system would (docs/hosted-pages.md) and calls it.
 */
export function runPage({ page, portals }: Started): void {
  const framing = window.location.ancestorOrigins?.[0]
  const portal = portals.find((one) => one === framing) ?? portals[0]
  const state = document.getElementById("connection") as HTMLElement
  const told = document.getElementById("told") as HTMLElement
  const called = () => (window as unknown as { UserCenter: UserCenter }).UserCenter

  const script = document.createElement("script")
  script.src = `${portal}/static/usercenter/bridge.js`
  script.addEventListener("error", () => {
    state.textContent = "未能加载用户中心的脚本"
  })
  script.addEventListener("load", async () => {
    try {
      const user = await called().currentUser()
      state.textContent = user ? `已连接用户中心：${user.orgname}` : "已连接用户中心"
      for (const button of document.querySelectorAll("button")) button.disabled = false
    } catch (error) {
      state.textContent = `未连接用户中心：${(error as Error).message}`
    }
  })
  document.head.append(script)

  const names = (chosen: readonly object[]) =>
    chosen
      .map((one) => {
        const known = one as Readonly<Record<string, unknown>>
        return String(
          known["label"] ?? known["name"] ?? known["areaname"] ?? known["fullName"] ?? known["id"],
        )
      })
      .join("、")

  async function perform(action: Action): Promise<string | null> {
    if (action.does === "go") {
      await called().navigate(action.path)
      return null
    }
    if (action.does === "prove") return (await called().reauthenticate(action.operation)) ? action.said : null
    const options = action.max === undefined ? {} : { max: action.max }
    const chosen = await called().openPicker(action.picker, options)
    return chosen && chosen.length > 0 ? action.said + names(chosen) : null
  }

  document.addEventListener("click", async ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const row = target.closest("tr")
    const action = row ? page.rowAction : page.actions?.[Number(target.dataset["action"])]
    if (!action) return
    told.textContent = ""
    try {
      const outcome = await perform(action)
      const last = row?.querySelector("[data-outcome]")
      if (outcome !== null) (last ?? told).textContent = outcome
    } catch (error) {
      told.textContent = (error as Error).message
    }
  })

  for (const clock of document.querySelectorAll("time"))
    setInterval(() => {
      clock.textContent = new Date().toLocaleTimeString("zh-CN", { hour12: false })
    }, 1000)
}
