import type { LoginMethod } from "@uc/contract/login/login-variants"
import { useRef, type KeyboardEvent } from "react"
import { classes } from "../../../ui/theme/classes.ts"
import css from "./panel.module.css"

export const methodNames: Readonly<Record<LoginMethod, string>> = {
  password: "账号登录",
  sms: "短信登录",
  qrcode: "扫码登录",
  demo: "演示登录",
}

interface MethodTabsProps {
  readonly methods: readonly LoginMethod[]
  readonly chosen: LoginMethod
  readonly onChoose: (method: LoginMethod) => void
}

export function MethodTabs({ methods, chosen, onChoose }: MethodTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  function onKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? null
    const ends = { Home: 0, End: methods.length - 1 }[event.key] ?? null
    if (step === null && ends === null) return
    event.preventDefault()
    const at = ends ?? (methods.indexOf(chosen) + (step ?? 0) + methods.length) % methods.length
    const method = methods[at]
    if (method === undefined) return
    onChoose(method)
    list.current?.querySelector<HTMLElement>(`#tab-${method}`)?.focus()
  }

  return (
    <div ref={list} className={css.tabs} role="tablist" aria-label="登录方式">
      {methods.map((method) => (
        <button
          key={method}
          id={`tab-${method}`}
          type="button"
          role="tab"
          aria-selected={method === chosen}
          aria-controls={`panel-${method}`}
          tabIndex={method === chosen ? 0 : -1}
          className={classes(css.tab, method === chosen && css.chosen)}
          onClick={() => onChoose(method)}
          onKeyDown={onKey}
        >
          {methodNames[method]}
        </button>
      ))}
    </div>
  )
}
