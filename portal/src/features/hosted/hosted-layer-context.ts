import { createContext } from "react"

/** True below: a hosted page is shown by the layer around it, which keeps it alive. Elsewhere it shows itself. */
export const HostedLayerContext = createContext(false)
