import { useEffect, useRef, useState, type ComponentProps } from "react"
import type { HeaderBell } from "../../features/notices/bell.tsx"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { showFailure } from "../../platform/browser/toast.ts"
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { whenIdle } from "../loading/when-idle.ts"
import css from "./shell-header.module.css"

type Bell = (props: ComponentProps<typeof HeaderBell>) => ReturnType<typeof HeaderBell>

/** The bell is loaded when idle, or as soon as somebody presses it: no first screen waits for it. */
export function ShellNotices() {
  const [bell, setBell] = useState<{ readonly Bell: Bell } | null>(null)
  const [isPressed, setPressed] = useState(false)
  const [wasFocused, setFocused] = useState(false)
  const placeholder = useRef<HTMLButtonElement>(null)
  const isLoaded = bell !== null

  useEffect(() => {
    if (isLoaded) return
    let isGone = false
    async function load(): Promise<void> {
      try {
        const loaded = await loadChunk(() => import("../../features/notices/bell.tsx"))
        if (isGone) return
        // Whoever walks through the header by Tab is still there when it has come.
        setFocused(placeholder.current !== null && placeholder.current === document.activeElement)
        setBell({ Bell: loaded.HeaderBell })
      } catch (error) {
        console.error(error)
        if (isGone) return
        // The next press tries again.
        setPressed(false)
        if (isPressed) showFailure(error, "网络不稳定，通知打开失败，请重试")
      }
    }
    const callOff = isPressed ? (void load(), undefined) : whenIdle(() => void load())
    return () => {
      isGone = true
      callOff?.()
    }
  }, [isPressed, isLoaded])

  if (bell)
    return (
      <ErrorBoundary
        place="bell"
        renderBroken={(retry) => (
          <Button
            look="quiet"
            aria-label="通知加载异常，点击重试"
            title="通知加载异常，点击重试"
            onClick={retry}
          >
            <Icon name="bell" />
          </Button>
        )}
      >
        <bell.Bell
          toolClass={classes(buttonClass({ look: "quiet" }), css.tool)}
          startsOpen={isPressed}
          startsFocused={wasFocused}
        />
      </ErrorBoundary>
    )
  return (
    <Button
      ref={placeholder}
      look="quiet"
      aria-label="通知"
      title="通知"
      aria-busy={isPressed}
      onClick={() => setPressed(true)}
    >
      <Icon name="bell" />
    </Button>
  )
}
