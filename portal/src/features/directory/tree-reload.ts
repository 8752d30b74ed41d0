import { createContext } from "react"

/** A write makes the tree beside it load again. */
export const TreeReload = createContext<() => Promise<void>>(async () => {})
