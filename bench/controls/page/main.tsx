import "virtual:theme.css"
import "../../../portal/src/ui/theme/base.css"
import { lazy, Suspense, useState } from "react"
import { createRoot } from "react-dom/client"
import "./main.css"

// Each build has one of the variants behind this name.
const List = lazy(() => import("virtual:variant"))

function App() {
  const [isList, setList] = useState(false)
  return (
    <>
      <nav aria-label="主导航" className="nav">
        <button type="button" id="home" onClick={() => setList(false)}>
          首页
        </button>
        <button type="button" id="list" onClick={() => setList(true)}>
          人员
        </button>
      </nav>
      <main className="main">
        <Suspense fallback={null}>{isList ? <List /> : <h1>首页</h1>}</Suspense>
      </main>
    </>
  )
}

const root = document.getElementById("root")
if (!root) throw new Error("The document has no root")
createRoot(root).render(<App />)
