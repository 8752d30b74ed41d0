import type { RecipeName } from "./recipes.ts"

/** C1, C2, C3: the share that a recipe may solve at level 7, which failures lead to. */
export const ceilings = {
  edgesAnywhere: 0.1,
  edgesInBand: 0.7,
  grayInBand: 0.7,
  grayMasked: 0.15,
  blurredEdges: 0.05,
  sobelMasked: 0.3,
  silhouetteOnDark: 0.7,
  outlineOnEdges: 0.7,
} as const satisfies Readonly<Partial<Record<RecipeName, number>>>

/** C7 */
export const guessCeiling = 0.045

/** C6: how far the true hole stands out, and in how many pictures. */
export const visibility = { contrast: 12, share: 0.99 } as const

/** What the recipes must solve on unprotected sliders; otherwise they prove nothing. */
export const classicFloors: Readonly<Partial<Record<RecipeName, number>>> = {
  edgesAnywhere: 0.85,
  edgesInBand: 0.85,
  grayMasked: 0.85,
  sobelMasked: 0.85,
  silhouetteOnDark: 0.85,
  outlineOnEdges: 0.85,
}
