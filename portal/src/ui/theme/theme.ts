/**
 * The one theme, which our CSS variables are made of. Every text colour keeps 4.5:1 on every background it may stand on,
 * in both themes (theme.test.ts).
 */
export interface Palette {
  /** Behind everything. */
  readonly ground: string
  /** Cards, header, side menu. */
  readonly surface: string
  /** Hovered rows, wells, code. */
  readonly sunken: string
  readonly line: string
  /** The outline of an input: 3:1 against its surroundings. */
  readonly edge: string
  readonly text: string
  readonly textSoft: string
  readonly textFaint: string
  /** Blue as text: links, the current entry, icons. */
  readonly brand: string
  /** Blue as a background of white text. */
  readonly brandFill: string
  readonly brandFillHover: string
  readonly brandSoft: string
  /** Red for danger and nothing else. */
  readonly danger: string
  readonly dangerSoft: string
  /** Red as a background of white text. */
  readonly dangerFill: string
  /** Amber for drills and cautions. */
  readonly caution: string
  readonly cautionSoft: string
  /** DAY-3: 红橙黄蓝, the levels of alarms, as grounds; `…Ink` is the text on each. Yellow is plain: amber hatching is the drill's. */
  readonly levelRed: string
  readonly levelRedInk: string
  readonly levelOrange: string
  readonly levelOrangeInk: string
  readonly levelYellow: string
  readonly levelYellowInk: string
  readonly levelBlue: string
  readonly levelBlueInk: string
  /** Green for done. */
  readonly done: string
  readonly doneSoft: string
  readonly shade: string
  readonly lift: string
  /** The blue background of the login page, under white text. */
  readonly hero: string
  /** The buildings drawn on it: walls and windows, which are lit at night. */
  readonly facade: string
  readonly pane: string
}

export const themes = {
  light: {
    ground: "#f3f5f9",
    surface: "#ffffff",
    sunken: "#eef2f8",
    line: "#e1e6ee",
    edge: "#8490a5",
    text: "#1a2332",
    textSoft: "#465368",
    textFaint: "#5d6a80",
    brand: "#1c5fd0",
    brandFill: "#1c5fd0",
    brandFillHover: "#164fb0",
    brandSoft: "#e8f0fd",
    danger: "#c62f2b",
    dangerSoft: "#fdeceb",
    dangerFill: "#c62f2b",
    caution: "#8a5600",
    cautionSoft: "#fdf2dc",
    levelRed: "#c62f2b",
    levelRedInk: "#ffffff",
    levelOrange: "#f07c14",
    levelOrangeInk: "#1a2332",
    levelYellow: "#ffd21f",
    levelYellowInk: "#1a2332",
    levelBlue: "#1c5fd0",
    levelBlueInk: "#ffffff",
    done: "#17743d",
    doneSoft: "#e5f5eb",
    shade: "rgb(15 23 38 / 45%)",
    lift: "0 8px 28px rgb(20 40 80 / 14%), 0 1px 3px rgb(20 40 80 / 8%)",
    hero: "linear-gradient(150deg, #10337f 0%, #1b56c0 60%, #3f7fe0 100%)",
    facade: "#dbe8ff",
    pane: "#7fa6ee",
  },
  dark: {
    ground: "#0e131d",
    surface: "#161d2a",
    sunken: "#1e2736",
    line: "#29344a",
    edge: "#66748d",
    text: "#e5eaf3",
    textSoft: "#b4bfd0",
    textFaint: "#93a0b5",
    brand: "#82adff",
    brandFill: "#2a65d8",
    brandFillHover: "#2f6be0",
    brandSoft: "#182a4c",
    danger: "#ff8f86",
    dangerSoft: "#3a1c1e",
    dangerFill: "#c93a36",
    caution: "#f2bb55",
    cautionSoft: "#36290f",
    levelRed: "#c93a36",
    levelRedInk: "#ffffff",
    levelOrange: "#f5821f",
    levelOrangeInk: "#1a2332",
    levelYellow: "#f5c518",
    levelYellowInk: "#1a2332",
    levelBlue: "#2a65d8",
    levelBlueInk: "#ffffff",
    done: "#6fd49f",
    doneSoft: "#12301f",
    shade: "rgb(3 6 12 / 62%)",
    lift: "0 10px 32px rgb(0 0 0 / 50%), 0 0 0 1px rgb(130 160 220 / 10%)",
    hero: "linear-gradient(150deg, #0b1b42 0%, #12336f 60%, #1f4f9e 100%)",
    facade: "#6f8fcd",
    pane: "#ffe0a3",
  },
} as const satisfies Record<string, Palette>
export type ThemeName = keyof typeof themes

export const measures = {
  headerPx: 56,
  sidePx: 220,
  sideFoldedPx: 64,
  padPx: 16,
  cornerPx: 8,
  cornerSmallPx: 6,
  bodyPx: 14,
  lineHeight: 1.57,
  fonts: '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
} as const

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${kebab(name)}:${value}`)
    .join(";")
}

/**
 * The style sheet of the variables. Without a `data-theme` the system decides, in CSS alone, so that the first paint
 * has the right colours even before any script has run.
 */
export function themeCss(): string {
  const dark = `color-scheme:dark;${variables(themes.dark)}`
  return [
    `:root{color-scheme:light;${variables(themes.light)};--header:${measures.headerPx}px;--side:${measures.sidePx}px;`,
    `--side-folded:${measures.sideFoldedPx}px;--pad:${measures.padPx}px;--corner:${measures.cornerPx}px;`,
    `--corner-small:${measures.cornerSmallPx}px;--fonts:${measures.fonts}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${dark}}}`,
    // A part of a page that is dark in every theme sets this itself.
    `:root[data-theme="dark"],[data-ground="dark"]{${dark}}`,
  ].join("")
}
