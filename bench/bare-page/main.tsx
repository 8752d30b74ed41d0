import { createRoot } from "react-dom/client"

const root = document.getElementById("root")
if (root)
  createRoot(root).render(
    <label>
      账号 <input name="username" />
    </label>,
  )
