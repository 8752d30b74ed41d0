import { createContext } from "react"

/** Who changes something asks the tree beside it to be loaded anew. */
export const TreeReload = createContext<() => Promise<void>>(async () => {})
