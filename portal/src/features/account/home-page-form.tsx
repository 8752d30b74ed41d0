import { profileCalls } from "@uc/contract/account/profile-calls"
import { useId, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { keepHomePage } from "./home-page.ts"
import { useMenuEntries, trails } from "../menus/public.ts"
import { send } from "../../platform/http/send.ts"
import { storedUser } from "../../platform/session/session.ts"
import { changeProfile } from "./own-profile.ts"
import { Field } from "../../ui/forms/form-fields.tsx"
import { Select } from "../../ui/forms/controls/select.tsx"

/** Pages that everybody has, whatever their menus. */
const always = [
  ["/main/applications", "应用"],
  ["/main/service", "服务"],
  ["/main/notices", "通知公告"],
  ["/task", "任务"],
] as const

interface HomePageFormProps {
  readonly place: string | null
  readonly onSaved: () => void
}

export function HomePageForm({ place, onSaved }: HomePageFormProps) {
  const id = useId()
  const entries = useMenuEntries()
  const [problem, setProblem] = useState<string | null>(null)
  // A choice that is being saved is shown already: one that springs back looks like a failure.
  const [chosen, setChosen] = useState<string | null>(null)
  const isBusy = chosen !== null
  const own = trails(entries).flatMap((trail) => {
    const last = trail.at(-1)
    const isPage = last?.shows.kind === "page" || last?.shows.kind === "hosted"
    return last && isPage ? [[last.path, trail.map(({ text }) => text).join(" / ")] as const] : []
  })
  const isKnown = place === null || [...always, ...own].some(([path]) => path === place)

  async function choose(to: string) {
    if (isBusy) return
    setChosen(to)
    setProblem(null)
    try {
      await send(profileCalls.saveHomePage, to === "" ? {} : { place: to })
      changeProfile({ homePage: to === "" ? null : to })
      const user = storedUser()
      if (user) keepHomePage(user.id, to === "" ? null : to)
      onSaved()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setChosen(null)
    }
  }

  return (
    <Field label="页面" id={id} problem={problem ?? undefined}>
      <Select
        id={id}
        value={chosen ?? place ?? ""}
        isBusy={isBusy}
        choices={[
          ["", "首页"],
          ...(isKnown ? [] : [[place, "已不在菜单中的页面"] as const]),
          ...always.map(([path, words]) => [path, words, "常用"] as const),
          ...own.map(([path, words]) => [path, words, "我的菜单"] as const),
        ]}
        onChange={(to) => void choose(to)}
      />
    </Field>
  )
}
