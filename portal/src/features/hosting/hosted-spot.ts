import { createContext } from "react"

/**
 * Where a hosted page is shown. `layer`: the layer around it shows it and keeps it alive. `beside`: in a drawer, whose
 * title it can't set. `alone`: it fills the document.
 */
export type HostedSpot = "layer" | "beside" | "alone"

export const HostedSpotContext = createContext<HostedSpot>("alone")
