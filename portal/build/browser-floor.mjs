/**
 * The oldest browsers that the portal runs in (docs/browsers.md). Syntax is brought down to them by the build; scripts/floor/ compares
 * the built files with what they know.
 */
export const browserFloor = { chrome: "87", edge: "87", firefox: "102", safari: "15.4" }

export const buildTarget = Object.entries(browserFloor).map(([name, version]) => name + version)
