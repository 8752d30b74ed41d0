import { useSyncExternalStore } from "react"
import { create } from "zustand"
import type { ThemeName } from "./theme.ts"

export const themeChoices = ["system", "light", "dark"] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** Also read by boot/boot.js, before the first paint. */
export const themeKey = "uc:theme"

const darkWish = "(prefers-color-scheme: dark)"

function remembered(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey)
    return themeChoices.find((choice) => choice === stored) ?? "system"
  } catch {
    return "system"
  }
}

export const useThemeChoice = create<{ readonly choice: ThemeChoice }>(() => ({ choice: remembered() }))

export function chooseTheme(choice: ThemeChoice): void {
  const page = document.documentElement
  if (choice === "system") delete page.dataset["theme"]
  else page.dataset["theme"] = choice
  try {
    localStorage.setItem(themeKey, choice)
  } catch {
    // Without storage the choice holds for this page alone.
  }
  useThemeChoice.setState({ choice })
}

function onSystemChange(changed: () => void): () => void {
  const wish = matchMedia(darkWish)
  wish.addEventListener("change", changed)
  return () => wish.removeEventListener("change", changed)
}

/** The present theme: the chosen one, or the system's. */
export function useThemeName(): ThemeName {
  const choice = useThemeChoice((state) => state.choice)
  const isDarkWished = useSyncExternalStore(onSystemChange, () => matchMedia(darkWish).matches)
  if (choice !== "system") return choice
  return isDarkWished ? "dark" : "light"
}
