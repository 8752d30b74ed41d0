import "./ui/theme/base.css"
import "./ui/theme/forced-colours.css"
import { startTransition, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { RouterProvider } from "react-router/dom"
import { firstPageOf } from "./app/routing/first-page.ts"
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
  // The first drawing in slices: in one piece it would hold up a slow machine for a fifth of a second (OPS-9). Later ones have no
  // transitions: the loaders have loaded a page before its route is shown, and drawing in slices takes a fifth longer.
  void firstPageOf(router).then(() =>
    startTransition(() =>
      drawing.render(
        <StrictMode>
          <TellContext value={tellBroken}>
            <RouterProvider router={drawn} useTransitions={false} />
            <ShellHosts router={router} />
          </TellContext>
        </StrictMode>,
      ),
    ),
  )
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
