import { createContext } from "react"

/**
 * Where a hosted page stands. `layer`: the layer around it shows it and keeps it alive. `beside`: in a drawer, whose name
 * and whose document's name are not its to choose. `alone`: the document is all its own.
 */
export type HostedSpot = "layer" | "beside" | "alone"

export const HostedSpotContext = createContext<HostedSpot>("alone")
