import "./ui/theme/base.css"
import "./ui/theme/forced-colours.css"
import { startTransition, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { RouterProvider } from "react-router/dom"
import { firstPageOf, hasFrame } from "./app/routing/first-page.ts"
import { createPortalRouter, withoutDepartures } from "./app/routing/router.tsx"
import { ShellHosts } from "./app/shell/shell-hosts.tsx"
import { start } from "./app/start.ts"
import { loadChunk } from "./platform/http/load-chunk.ts"
import { showToast } from "./platform/browser/toast.ts"
import { TellContext } from "./ui/feedback/error-boundary.tsx"

const root = document.getElementById("root")
if (!root) throw new Error("index.html has no #root")
const drawing = createRoot(root)
const tellBroken = (sentence: string) => showToast("error", sentence)

function begin(): void {
  const router = createPortalRouter()
  const drawn = withoutDepartures(router)
  void start(router)
  function draw(): void {
    drawing.render(
      <StrictMode>
        <TellContext value={tellBroken}>
          <RouterProvider router={drawn} useTransitions={false} />
          <ShellHosts router={router} />
        </TellContext>
      </StrictMode>,
    )
  }
  // Where somebody may be typing into the frame already, the first drawing is made in slices: in one piece it would hold up a slow machine
  // for a fifth of a second (OPS-9). Slices take a fifth longer in all, so every other drawing is made at once.
  void firstPageOf(router).then(() => (hasFrame() ? startTransition(draw) : draw()))
}
// Not in one piece with running the files, for the same reason.
setTimeout(begin)

// Who types is about to sign in: the shell is loaded meanwhile, and a visit that stays at the login page does not load it.
document.addEventListener(
  "input",
  () => void loadChunk(() => import("./app/shell/shell.tsx")).catch(() => undefined),
  {
    once: true,
  },
)
