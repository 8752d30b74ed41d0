import type { ApiDocument } from "@uc/contract/api-docs/api-document"
import { useEffect, useRef, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { useThemeName } from "../../ui/theme/theme-choice.ts"
import css from "./api-docs.module.css"
import { keepTranslated } from "./translate-chrome.ts"

/** The library's own dark colours are chosen by a class of the document. */
const darkClass = "dark-mode"

/** SSO-6: every call, drawn by Swagger UI. */
export function AllCalls({ document: described }: { readonly document: ApiDocument }) {
  const place = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const theme = useThemeName()

  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle(darkClass, theme === "dark")
    return () => classList.remove(darkClass)
  }, [theme])

  useEffect(() => {
    if (problem !== null || !place.current) return undefined
    let isLeft = false
    const endTranslation = keepTranslated(place.current)
    async function draw() {
      const { drawCalls } = await loadChunk(() => import("./draw-calls.ts"))
      if (!isLeft && place.current) drawCalls(place.current, described, () => setDrawn(true))
    }
    draw().catch((error: unknown) => {
      if (!isLeft) setProblem(error)
    })
    return () => {
      isLeft = true
      endTranslation()
    }
  }, [described, problem])

  if (problem !== null)
    return <ErrorState title="接口列表加载失败" words={messageOf(problem)} onRetry={() => setProblem(null)} />
  return (
    <>
      {!isDrawn && <BarsSkeleton heightsPx={[48, 48, 48, 48]} />}
      {/* The library begins with headings of the third level. */}
      <h2 className="only-read-aloud">全部接口</h2>
      <div ref={place} className={css.calls} aria-busy={!isDrawn} />
    </>
  )
}
